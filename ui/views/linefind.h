/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LINEFIND_H
#define VIEWS_LINEFIND_H

#include "base/buf.h"
#include "term/action.h"
#include "views/view.h"
#include "widgets/needle.h"

/* The lines of a view, for who looks for text in them. They are numbered from 0. */
struct linefind_ops {
	uint64_t (*count)(const struct view *view);
	uint64_t (*cursor)(const struct view *view); /* UINT64_MAX: on none of them */
	void (*text)(struct view *view, uint64_t line, struct buf *out); /* append, escaped */
	void (*go)(struct view *view, uint64_t line);
	/* Can there be lines that are closed, which ACTION_EXPAND_ALL opens? NULL: never. */
	bool (*closed)(const struct view *view);
};

/* The text that is looked for in the lines of a view. Zeroed: none yet. */
struct linefind {
	struct needle needle;
	struct view *view; /* who asked for the prompt that is open */
	const struct linefind_ops *ops;
	/* Where the time of a key was over: from the cursor, in that direction, so many lines. */
	uint64_t from, seen;
	int dir;
};

void linefind_release(struct linefind *find);

/*
 * ACTION_FIND asks for a text, the others go to lines that have it, and on from the other end. A
 * key takes 40 ms at most; in what is longer the next one goes on, as a message says.
 */
void linefind_act(struct linefind *find, struct view *view, const struct linefind_ops *ops,
		  const struct action_call *call);

#endif

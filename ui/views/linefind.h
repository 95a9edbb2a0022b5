/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_LINEFIND_H
#define VIEWS_LINEFIND_H

#include "base/buf.h"
#include "term/action.h"
#include "views/view.h"
#include "widgets/needle.h"

/* The lines of a view in which text is searched. They are numbered from 0. */
struct linefind_ops {
	uint64_t (*count)(const struct view *view);
	uint64_t (*cursor)(const struct view *view); /* UINT64_MAX: the cursor is on no line */
	void (*text)(struct view *view, uint64_t line, struct buf *out); /* append it, escaped */
	void (*go)(struct view *view, uint64_t line);
	/* Can there be closed lines, which ACTION_EXPAND_ALL opens? NULL: never. */
	bool (*closed)(const struct view *view);
};

/* The text that is searched in the lines of a view. A zeroed one has no text yet. */
struct linefind {
	struct needle needle;
	struct view *view; /* the view that opened the prompt */
	const struct linefind_ops *ops;
	/*
	 * Where a search ran out of time: it began at line from, in direction dir, and has seen so
	 * many lines.
	 */
	uint64_t from, seen;
	int dir;
};

void linefind_release(struct linefind *find);

/*
 * ACTION_FIND asks for a text; the other actions go to lines with it, also around the end. A key
 * takes at most 40 ms. If that is not enough, a message says that the next key continues the
 * search.
 */
void linefind_act(struct linefind *find, struct view *view, const struct linefind_ops *ops,
		  const struct action_call *call);

#endif

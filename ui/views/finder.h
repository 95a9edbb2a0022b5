/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FINDER_H
#define VIEWS_FINDER_H

#include "base/buf.h"
#include "term/action.h"
#include "views/view.h"
#include "widgets/needle.h"

/*
 * Searches for text in the lines of a view, or in the names of frames, which are bars on the
 * screen. A view has only the operations of its kind.
 */
struct finder_ops {
	/*
	 * Lays out the frames, because a key may come before they were drawn. Returns false if
	 * there are none.
	 */
	bool (*ready)(struct view *view);
	/*
	 * Goes to the next matching frame after (1) or before (-1) the cursor. Returns false if
	 * there is none.
	 */
	bool (*next)(struct view *view, int dir);

	/* Lines, which are numbered from 0. */
	uint64_t (*count)(const struct view *view);
	uint64_t (*cursor)(const struct view *view); /* UINT64_MAX: the cursor is on no line */
	/* appends the text of a line, escaped */
	void (*text)(struct view *view, uint64_t line, struct buf *out);
	void (*go)(struct view *view, uint64_t line);
	/* Can lines be closed, so that ACTION_EXPAND_ALL opens them? NULL: never. */
	bool (*closed)(const struct view *view);
};

/* The search of a view. A zeroed one has no text yet. */
struct finder {
	struct needle needle;
	struct view *view; /* the view that opened the prompt */
	const struct finder_ops *ops;
	/*
	 * A search of lines that ran out of time: its first line and direction, and the number of
	 * lines that it has searched.
	 */
	uint64_t from, seen;
	int dir;
};

void finder_release(struct finder *find);

/*
 * ACTION_FIND prompts for a text. The other actions go to the next line or frame with the text, and
 * continue at the other end. A key searches lines for at most 40 ms. If this is not enough, a
 * message reports that the next key continues the search.
 */
void finder_act(struct finder *find, struct view *view, const struct finder_ops *ops,
		const struct action_call *call);

/* Forget the text at ACTION_ESCAPE. False: it is another action, or there is no text. */
bool finder_escape(struct finder *find, const struct action_call *call);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FINDER_H
#define VIEWS_FINDER_H

#include "base/buf.h"
#include "stack/stacktree.h"
#include "term/action.h"
#include "views/view.h"
#include "widgets/flame_layout.h"
#include "widgets/needle.h"

/*
 * Where text is searched: in the lines of a view, or in the names of frames, which are bars on the
 * screen. A view has only the operations of its kind.
 */
struct finder_ops {
	/* Lay out the frames: a key may come before they were drawn. False: there are none. */
	bool (*ready)(struct view *view);
	/* Go to the next matching frame, after (1) or before (-1) the cursor. False: none is. */
	bool (*next)(struct view *view, int dir);

	/* Lines, which are numbered from 0. */
	uint64_t (*count)(const struct view *view);
	uint64_t (*cursor)(const struct view *view); /* UINT64_MAX: the cursor is on no line */
	void (*text)(struct view *view, uint64_t line, struct buf *out); /* append it, escaped */
	void (*go)(struct view *view, uint64_t line);
	/* Can there be closed lines, which ACTION_EXPAND_ALL opens? NULL: never. */
	bool (*closed)(const struct view *view);
};

/* The text that is searched in a view. A zeroed one has no text yet. */
struct finder {
	struct needle needle;
	struct view *view; /* the view that opened the prompt */
	const struct finder_ops *ops;
	/*
	 * Where a search of lines ran out of time: it began at line from, in direction dir, and has
	 * seen so many lines.
	 */
	uint64_t from, seen;
	int dir;
};

void finder_release(struct finder *find);

/*
 * ACTION_FIND asks for a text; the other actions go to lines or frames with it, also around the
 * end. A key takes at most 40 ms for lines. If that is not enough, a message says that the next key
 * continues the search.
 */
void finder_act(struct finder *find, struct view *view, const struct finder_ops *ops,
		const struct action_call *call);

/* Forget the text at ACTION_ESCAPE. False: it is another action, or there is no text. */
bool finder_escape(struct finder *find, const struct action_call *call);

/* Does the name of a node's frame match? False without a text, and for the root. */
bool finder_matches(const struct finder *find, const struct stacktree *tree, uint32_t node);

/*
 * The next box with a matching frame, after (1) or before (-1) the box from, also around the end.
 * layout->boxes.n: none matches.
 */
size_t finder_next_box(const struct finder *find, const struct flame_layout *layout,
		       const struct stacktree *tree, size_t from, int dir);

#endif

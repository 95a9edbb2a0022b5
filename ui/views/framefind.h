/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FRAMEFIND_H
#define VIEWS_FRAMEFIND_H

#include "stack/stacktree.h"
#include "term/action.h"
#include "views/view.h"
#include "widgets/needle.h"

/* The frames of a view, as bars on the screen, whose names are searched. */
struct framefind_ops {
	/* Lay out the frames: a key may come before they were drawn. False: there are none. */
	bool (*ready)(struct view *view);
	/* Go to the next matching frame, after (1) or before (-1) the cursor. False: none is. */
	bool (*go)(struct view *view, int dir);
};

/* The text that is searched in names of frames. A zeroed one has no text yet. */
struct framefind {
	struct needle needle;
	struct view *view; /* the view that opened the prompt */
	const struct framefind_ops *ops;
};

void framefind_release(struct framefind *find);

/* Does the name of a node's frame match? False without a text, and for the root. */
bool framefind_matches(const struct framefind *find, const struct stacktree *tree, uint32_t node);

/*
 * ACTION_FIND asks for a text; ACTION_FIND_NEXT and ACTION_FIND_PREV go to frames with it, also
 * around the end.
 */
void framefind_act(struct framefind *find, struct view *view, const struct framefind_ops *ops,
		   const struct action_call *call);

/* Forget the text at ACTION_ESCAPE. False: it is another action, or there is no text. */
bool framefind_escape(struct framefind *find, const struct action_call *call);

#endif

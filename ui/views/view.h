/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_VIEW_H
#define VIEWS_VIEW_H

#include <stdbool.h>

#include "base/buf.h"
#include "query/watcher.h"
#include "term/action.h"
#include "term/surface.h"
#include "term/term.h"

struct app;

/*
 * What fills the screen above the bottom line. A view is a struct that begins with a struct view.
 * The application has a stack of views and shows the top.
 */
struct view {
	const struct view_ops *ops;
	struct app *app;
	char *topic;		/* distinguishes views of one name; NULL: none */
	struct watcher watcher; /* of its jobs, which pause while another view is on top */
};

#define VIEW_INIT(ops, app) ((struct view){ ops, app, NULL, WATCHER_INIT(tui_wake, NULL) })

/* The name of an action that does something else here than in other views. */
struct view_words {
	enum action action; /* ACTION_NONE: after the last one */
	const char *hint, *help;
};

struct view_ops {
	const char *name;		/* for the title of its help */
	const struct view_words *words; /* NULL: none */
	/* Perform an action. False: the view lacks it. */
	bool (*act)(struct view *view, const struct action_call *call);
	bool (*knows)(const struct view *view, enum action action);
	/* What the bottom line offers, the most wanted first; it ends with ACTION_NONE. */
	const enum action *(*hints)(const struct view *view);
	void (*draw)(struct view *view, const struct surface *s, struct term_cursor *cursor);
	/* Below here NULL means: nothing to do. */
	/*
	 * The mouse points at a place of the screen: focus the pane there and, with select, put the
	 * cursor on the line there. False: there is none.
	 */
	bool (*point)(struct view *view, int row, int col, bool select);
	void (*text)(struct view *view, struct buf *out); /* append all of it, as lines */
	void (*note)(struct view *view,
		     struct buf *out);	 /* append a line about it if there is no screen */
	bool (*wake)(struct view *view); /* background work went on; true: draw it at once */
	bool (*look)(struct view *view); /* find changes that wake nobody; true: draw it at once */
	bool (*busy)(const struct view *view);
	bool (*cancel)(struct view *view); /* true: there was something to cancel */
	void (*close)(struct view *view);
};

/* A word or two, and a line, for an action in a view. */
const char *view_hint(const struct view *view, enum action action);
const char *view_help(const struct view *view, enum action action);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_VIEW_H
#define VIEWS_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/container_of.h"
#include "query/watcher.h"
#include "term/action.h"
#include "term/surface.h"
#include "term/term.h"

struct app;

/*
 * The contents of the screen above the bottom line. A view is a struct that begins with a struct
 * view. The application has a stack of views, and shows the view on top.
 */
struct view {
	const struct view_ops *ops;
	struct app *app;
	char *topic;		/* distinguishes views of one name; NULL: none */
	char *command;		/* opens it again for another filter; NULL: none does */
	struct watcher watcher; /* of its jobs, which pause while another view is on top */
};

#define VIEW_INIT(ops, app) ((struct view){ ops, app, NULL, NULL, WATCHER_INIT(tui_wake, NULL) })

/* The name of an action that has another effect here than in other views. */
struct view_words {
	enum action action; /* ACTION_NONE: after the last one */
	const char *hint, *help;
};

/* The words for an action in an array; NULL: it has none. words may be NULL. */
const struct view_words *view_words_find(const struct view_words *words, enum action action);

#define HINT_NONE ""

/* For the words of a view that has no search of its own: it searches the list of records. */
/* clang-format off */
#define VIEW_WORDS_SEARCH                                                                          \
	{ ACTION_FIND, "search", "search the records" },                                           \
	{ ACTION_FIND_NEXT, "next", "search the records again" },                                  \
	{ ACTION_FIND_PREV, "previous", "search the records again, backwards" }
/* clang-format on */

struct view_ops {
	const char *name;		/* for the title of its help */
	const struct view_words *words; /* NULL: none */
	/* Perform an action. False: the view lacks it. */
	bool (*act)(struct view *view, const struct action_call *call);
	bool (*knows)(const struct view *view, enum action action);
	/*
	 * A word for the bottom line about an action at the cursor, valid until the next call for
	 * this action.
	 * NULL: view_hint() has the word. HINT_NONE: the action can do nothing here, and is not
	 * offered. The function can be NULL, too.
	 */
	const char *(*hint)(struct view *view, enum action action);
	/*
	 * The actions that the bottom line offers, the most useful first. The list ends with
	 * ACTION_NONE.
	 */
	const enum action *(*hints)(const struct view *view);
	void (*draw)(struct view *view, const struct surface *s, struct term_cursor *cursor);
	/* The following members can be NULL: then there is nothing to do. */
	/*
	 * The mouse points to a place of the screen: focus the pane there. select: also put the
	 * cursor on the line there. False: there is no line.
	 */
	bool (*point)(struct view *view, int row, int col, bool select);
	void (*text)(struct view *view, struct buf *out); /* append the whole view as lines */
	/* append the title that text() omits, in parts (widgets/parts.h) */
	void (*title)(struct view *view, struct buf *out);
	/* append lines for help.h about the line under the cursor, which may need none */
	void (*explain)(const struct view *view, struct buf *out);
	/* get the time at the cursor, from which relative times are counted; false: none yet */
	bool (*time)(struct view *view, uint64_t *time);
	/* go to the time of a place (session/session_place.h) as well */
	void (*go_to)(struct view *view, const char *where);
	/* the row of the record that the line under the cursor stands for; UINT64_MAX: none */
	uint64_t (*row)(const struct view *view);
	void (*note)(struct view *view,
		     /* append a line about the view, for runs without a screen */
		     struct buf *out);
	/* continue after news of background work; true: the screen must be drawn at once */
	bool (*wake)(struct view *view);
	/* look for changes that do not wake the view; true: the screen must be drawn at once */
	bool (*look)(struct view *view);
	bool (*busy)(const struct view *view);
	bool (*cancel)(struct view *view); /* cancel background work; true: there was some */
	void (*close)(struct view *view);
};

/* The short name (a word or two) and the description (a line) of an action in a view. */
const char *view_hint(const struct view *view, enum action action);
const char *view_help(const struct view *view, enum action action);

#endif

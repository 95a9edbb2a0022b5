/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_APP_H
#define SHELL_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "query/symbolizer.h"
#include "query/unwinding.h"
#include "records/rules.h"
#include "session/session.h"
#include "shell/bottom.h"
#include "shell/popup.h"
#include "shell/prompt.h"
#include "shell/settings.h"
#include "shell/shell.h"
#include "shell/tui.h"
#include "term/keymap.h"
#include "term/keys.h"
#include "term/surface.h"
#include "views/view.h"

#define APP_VIEWS 8
#define APP_KEY_NAMES 4

/* The results of the config file. */
struct app_config {
	struct buf path;     /* "": there is no folder for it */
	struct buf mistakes; /* lines ":LINE:COLUMN: what", escaped; */
	unsigned n;	     /* number of mistakes */
};

/* Place and time of the last click. */
struct app_press {
	int row, col;
	int64_t ms;
};

/*
 * An open recording with the stack of views, the keys typed so far, and the message on the bottom
 * line. It knows no terminal: keys come in, grids go out, and what only the terminal's owner can do
 * is left as a wish.
 */
struct app {
	struct recording *rec;
	struct session *session; /* what commands change and views show, of the recording */
	const struct tui_options *opt;
	struct view *views[APP_VIEWS];
	size_t n_views;
	VEC(struct view *) replaced;  /* by others of their topic: closed at the next key */
	struct view *home;	      /* the records: never closed, on top or below other views */
	struct view_records *records; /* the same view, for actions on its panes */
	struct keymap keymap;
	struct keys keys;
	struct popup popup;
	bool escaped;	    /* the last key was Escape, and it made the message */
	size_t least_freed; /* the least mem_freed() since memory was returned */
	int64_t look_ms;    /* when views last looked for changes, after a key or a wakeup; */
	int64_t budget_ms;  /* when the memory of all views was last compared with their budget */
	struct grid grid;
	struct settings settings;
	struct theme theme;
	struct rules rules;
	struct app_config config;
	struct buf message; /* escaped; it stays until the next key */
	struct buf note;    /* a line for a run without a screen, escaped */
	enum style message_style;
	uint64_t messages;		     /* number of messages so far */
	enum err_code failure;		     /* the last error of app_fail() since it was cleared */
	struct buf key_names[APP_KEY_NAMES]; /* results of app_key_of(), in turn */
	size_t key_name;
	struct app_press press;
	struct bottom bottom;
	char *page_path;	       /* the file that P asked for, NULL: none */
	struct symbolizer *symbolizer; /* names of addresses, NULL: no view needed them yet */
	struct unwinding *unwinding;   /* unwinds user frames, NULL: no view needed it yet */
	uint32_t improved;	       /* syms_improved() at the last filter by names */
	struct state_keeper *keeper;   /* of the saved state, NULL: not restored yet */
	bool spools_told;	       /* a message reported that temporary files are in memory */
	bool filter_old;	       /* the filter may have used earlier names */
	int64_t cancel_ms; /* when Ctrl-C was last pressed with nothing to stop, 0: never */

	/* Wishes for the loop, which clears them. */
	bool quit, suspend, repaint, retheme, bell, copy;
	struct buf clipboard; /* text to copy, escaped */
	struct shell shell;   /* command to run */
};

void app_init(struct app *app, struct recording *rec, const struct tui_options *opt);
void app_release(struct app *app);

/* The symbolizer, which looks up names of addresses for the views. */
struct symbolizer *app_symbolizer(struct app *app);

/* The unwinder for the stack of the record under the cursor. */
struct unwinding *app_unwinding(struct app *app);

/* The name of the view on top, by which keys are bound in it. */
const char *app_view_name(const struct app *app);

/*
 * End the browser, to start it again with these files, at a row (UINT64_MAX: where it was left).
 * Returns an error if the first file cannot be opened.
 */
int app_open(struct app *app, char *const *paths, size_t n, uint64_t row, struct err *err);

/* Is any state saved for the next run? */
bool app_keeps(const struct app *app);

/*
 * Is something allowed that acts outside of the browser? what is ":write", for example. Returns an
 * error if not.
 */
int app_allows(const struct app *app, const char *what, struct err *err);

/*
 * Run the requested command, with a terminal that the browser does not use meanwhile, and report
 * how it ended; see shell_run().
 */
void app_run_shell(struct app *app, int tty);

/* The view on top. While the program runs there always is one. */
struct view *app_view(const struct app *app);

/*
 * Put a view on top, which the application owns from now on; it replaces one of the same topic. Or
 * close the view on top. The first view is the home view: it is not closed but put below the
 * others.
 */
void app_push(struct app *app, struct view *view);
void app_pop(struct app *app);

/* Is it the home view? Perform an action in the home view, whatever view is on top. */
bool app_is_home(const struct app *app, const struct view *view);
void app_act_at_home(struct app *app, const struct action_call *call);

/* Remove a view, which need not be on top. It may be at work, so it is closed at the next key. */
void app_drop(struct app *app, struct view *view);

/* Bring an open view to the top. False: no open view has that name and topic. */
bool app_raise(struct app *app, const char *name);
bool app_raise_topic(struct app *app, const char *name, const char *topic);

/* Append the keys of an action in the view on top, as keymap_keys_of() does. */
void app_keys_of(const struct app *app, enum action action, size_t max, struct buf *out);

/*
 * For messages: the key of an action in the view on top, or its name if it has no key; valid for
 * the next APP_KEY_NAMES calls. And append a text with keys, as keymap_add_text() does.
 */
const char *app_key_of(struct app *app, enum action action);
void app_add_text(const struct app *app, const char *text, struct buf *out);

void app_key(struct app *app, keysym key);
void app_act(struct app *app, const struct action_call *call);

/* Background work has news. True: draw at once. */
bool app_wake(struct app *app);
bool app_busy(const struct app *app);

/*
 * The meaning of half typed keys is shown after a moment, and views look for changes while somebody
 * waits: ms until then, -1: nothing to do. app_tick() returns true if the screen must be drawn.
 */
int app_wait_ms(const struct app *app);
bool app_tick(struct app *app);

/* Draw only the view on top, without prompt and hints, on the whole grid. */
void app_draw_view(struct app *app, struct grid *grid);

/* Draw everything on app->grid in this size. */
struct term_cursor app_draw(struct app *app, int rows, int cols);

/* Set the message of the bottom line until the next key. */
void app_say(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void app_complain(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same for failed work, which ends a run without a screen. */
void app_fail(struct app *app, const char *what, const struct err *err);

#endif

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

/* What the config file had to say. */
struct app_config {
	struct buf path;     /* "": there is no place for one */
	struct buf mistakes; /* a line each, ":LINE:COLUMN: what", escaped; */
	unsigned n;	     /* so many */
};

/* Where a mouse was pressed last, and when. */
struct app_press {
	int row, col;
	int64_t ms;
};

/*
 * What is open: the recording, the stack of views, the keys typed so far, and
 * the message on the bottom line. It does not know a terminal: keys come in,
 * grids go out, and what only the terminal's owner can do is left in the wishes.
 */
struct app {
	struct recording *rec;
	struct session *session; /* of the recording: what commands change and views show */
	const struct tui_options *opt;
	struct view *views[APP_VIEWS];
	size_t n_views;
	VEC(struct view *) replaced; /* by others of their topic: closed at the next key */
	struct watcher watcher;	     /* of what goes on whatever is shown: a file that is written */
	struct view *home;	     /* the records: never closed, on top or below others */
	struct view_records *records; /* the same, for what is done to its panes */
	struct keymap keymap;
	struct keys keys;
	struct popup popup;
	bool escaped;	    /* the last key was Escape, and the message is what it did */
	size_t least_freed; /* of mem_freed() since that was given back */
	int64_t look_ms;    /* when views last looked around, at a key or at what came; */
	bool watching;	    /* every second as well: somebody waits for what comes */
	struct grid grid;
	struct settings settings;
	struct theme theme;
	struct rules rules;
	struct app_config config;
	struct buf message; /* escaped; stays until the next key */
	struct buf note;    /* a line for who runs it without a screen, escaped */
	enum style message_style;
	uint64_t messages;     /* so far */
	enum err_code failure; /* what app_fail() has told of since it was taken back */
	struct buf key_names[APP_KEY_NAMES]; /* of app_key_of(), in turn */
	size_t key_name;
	struct app_press press;
	struct bottom bottom;
	char *page_path;	       /* the file that P asked about, NULL: none */
	struct symbolizer *symbolizer; /* names of addresses, NULL: nobody has asked yet */
	struct unwinding *unwinding;   /* user frames, likewise */
	uint32_t improved;	       /* syms_improved() that its names are of */
	char *shown_event;	     /* that somebody chose (views/eventpick.h), NULL: nobody did */
	struct state_keeper *keeper; /* of the saved state, NULL: not restored yet */
	bool spools_told;	     /* that temporary files are in memory */
	bool filter_old;	     /* the filter may have been answered by names before them */
	int64_t cancel_ms; /* when Ctrl-C was last pressed without work to stop, 0: never */

	/* Wishes for the loop, which takes them back. */
	bool quit, suspend, repaint, retheme, bell, copy;
	struct buf clipboard; /* what is to be copied, escaped */
	struct shell shell;   /* what is to be run */
};

void app_init(struct app *app, struct recording *rec, const struct tui_options *opt);
void app_release(struct app *app);

/* What looks up names of addresses for the views. */
struct symbolizer *app_symbolizer(struct app *app);

/* What unwinds the stack of the record under the cursor. */
struct unwinding *app_unwinding(struct app *app);

/* Its name, by which keys are bound in it. */
const char *app_view_name(const struct app *app);

/*
 * End the browser, to be started again with these files, at a row (UINT64_MAX: as it was left). An
 * error where the first of them cannot be opened.
 */
int app_open(struct app *app, char *const *paths, size_t n, uint64_t row, struct err *err);

/* Is anything kept from this run to the next? */
bool app_keeps(const struct app *app);

/* May what be done, which leaves the browser: ":write", say? An error where it may not. */
int app_allows(const struct app *app, const char *what, struct err *err);

/*
 * Run the command that was asked for, with a terminal that is not used meanwhile, and say how it
 * ended; as shell_run().
 */
void app_run_shell(struct app *app, int tty);

/* The view on top; there is always one while the program runs. */
struct view *app_view(const struct app *app);

/*
 * Put a view on top, which belongs to the application from now on, in place of one of the same
 * topic; close the top one. The first view is the home view: closing it puts it below the others.
 */
void app_push(struct app *app, struct view *view);
void app_pop(struct app *app);

/* Is it the home view? Do an action in that, whatever is on top. */
bool app_is_home(const struct app *app, const struct view *view);
void app_act_at_home(struct app *app, const struct action_call *call);

/* Take a view off, whatever is on top. It may be at work: it is closed at the next key. */
void app_drop(struct app *app, struct view *view);

/* Bring a view that is open to the top; false: none has that name, or not of that topic. */
bool app_raise(struct app *app, const char *name);
bool app_raise_topic(struct app *app, const char *name, const char *topic);

/* Append the keys of an action in the view on top, as keymap_keys_of(). */
void app_keys_of(const struct app *app, enum action action, size_t max, struct buf *out);

/*
 * For messages: the key of an action in the view on top, its name where it has none. Good until it
 * was asked APP_KEY_NAMES times more. And a text with keys, as keymap_add_text().
 */
const char *app_key_of(struct app *app, enum action action);
void app_add_text(const struct app *app, const char *text, struct buf *out);

void app_key(struct app *app, keysym key);
void app_act(struct app *app, const struct action_call *call);

/* Background work published something. True: worth a drawing at once. */
bool app_wake(struct app *app);
bool app_busy(const struct app *app);

/*
 * What half typed keys can become is shown after a moment, and views look around while somebody
 * waits: milliseconds until then, -1: there is nothing to do; and true when the screen is to be
 * drawn.
 */
int app_wait_ms(const struct app *app);
bool app_tick(struct app *app);

/* Draw the view on top alone, without prompt and hints, over all of a grid. */
void app_draw_view(struct app *app, struct grid *grid);

/* Draw everything into app->grid, made that big. */
struct term_cursor app_draw(struct app *app, int rows, int cols);

/* What the bottom line says until the next key. */
void app_say(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void app_complain(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same where work has failed, which a run without a screen ends with. */
void app_fail(struct app *app, const char *what, const struct err *err);

#endif

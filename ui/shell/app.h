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
#include "shell/app_keys.h"
#include "shell/app_views.h"
#include "shell/bottom.h"
#include "shell/popup.h"
#include "shell/prompt.h"
#include "shell/settings.h"
#include "shell/shell.h"
#include "shell/state_restore.h"
#include "shell/tui.h"
#include "term/keymap.h"
#include "term/keys.h"
#include "term/surface.h"
#include "views/view.h"

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

/* How the last command has ended, so far: its work in the background may still complain. */
struct command_result {
	bool at_record;	       /* the record at the cursor is its result */
	bool saved;	       /* a file is its result, not the view on top */
	bool complained;       /* app_complain() or app_fail() was called */
	bool missed;	       /* it searched for a record that does not exist */
	enum err_code failure; /* that of app_fail(); ERR_NONE: it was not called */
};

/*
 * An open recording with its views (shell/app_views.h), keys (shell/app_keys.h), and the message on
 * the bottom line. It uses no terminal: the caller passes keys and gets grids. A task that needs
 * the terminal is stored as a request, which the caller performs.
 */
struct app {
	struct recording *rec;
	struct session *session; /* the state that commands change and views show */
	const struct tui_options *opt;
	struct app_views views;
	struct view_records *records; /* the home view, for actions on its panes */
	struct keymap keymap;
	struct keys keys;
	struct popup popup;
	struct app_last_key last_key;
	int64_t look_ms; /* when views last looked for changes, after a key or a wakeup */
	struct grid grid;
	struct settings settings;
	struct theme theme;
	struct rules rules;
	struct app_config config;
	struct buf message; /* escaped; it stays until the next key */
	struct buf note;    /* a line for runs without a screen, escaped */
	enum style message_style;
	uint64_t messages; /* number of messages so far */
	struct command_result result;
	struct buf key_names[APP_KEY_NAMES]; /* results of app_key_of(), in turn */
	size_t key_name;
	struct app_press press;
	struct bottom bottom;
	char *page_path;	       /* the file that P requested, NULL: none */
	struct symbolizer *symbolizer; /* names of addresses, NULL: no view needed them yet */
	struct unwinding *unwinding;   /* unwinds user frames, NULL: no view needed it yet */
	uint32_t improved;	       /* syms_improved() at the last filter by names */
	struct state_restore restore;
	struct state_keeper *keeper; /* NULL: the state is not restored yet */
	bool spools_reported;	     /* a message reported that temporary files are in memory */
	bool filter_old;	     /* the filter may have used earlier names */

	/* Requests to the loop, which clears them. */
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

/*
 * End the browser, and start it again with these files. row: the row to go to; UINT64_MAX: where
 * the user left the recording. Returns an error if the first file cannot be opened.
 */
int app_open_recording(struct app *app, char *const *paths, size_t n, uint64_t row,
		       struct err *err);

/* Does the browser save state for the next run? */
bool app_keeps(const struct app *app);

/*
 * Does --secure allow an action outside of the browser? `what` names the action, such as ":write".
 * Returns an error if it is forbidden.
 */
int app_allows(const struct app *app, const char *what, struct err *err);

/*
 * Run the requested command on the terminal tty, which the browser does not use until the command
 * ends. Report the result of the command. See shell_run().
 */
void app_run_shell(struct app *app, int tty);

/* Handle news of background work. Returns true if the screen must be drawn at once. */
bool app_wake(struct app *app);
bool app_busy(const struct app *app);

/*
 * Return the number of ms after which app_tick() has work: it shows the meaning of half-typed keys,
 * and lets views look for changes. -1: there is no such work. app_tick() returns true if the screen
 * must be drawn.
 */
int app_wait_ms(const struct app *app);
bool app_tick(struct app *app);

/* Draw only the view on top, without prompt and hints, on the whole grid. */
void app_draw_view(struct app *app, struct grid *grid);

/* Draw the whole screen on app->grid, in this size. */
struct term_cursor app_draw(struct app *app, int rows, int cols);

/* Set the message of the bottom line until the next key. */
void app_say(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void app_complain(struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same, for work that has failed. A run without a screen then ends. */
void app_fail(struct app *app, const char *what, const struct err *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_RESTORE_H
#define SHELL_STATE_RESTORE_H

#include <stdbool.h>

#include "term/action.h"

struct app;

/*
 * Restores the state of a recording from the last run: place, view, order, marks, filter,
 * columns, definitions, source paths, flags and notes (session/state_file.h). Without a
 * screen, it restores only flags and notes.
 */
struct state_restore {
	bool known;	  /* the recording has been open earlier, so it has a saved state */
	bool has_place;	  /* the state has a place: the browser had reached it when it ended */
	bool unreported;  /* only the place was restored, which was not reported yet */
	enum action view; /* opens the view that was left; ACTION_NONE: the records */
	bool waits;	  /* the view is opened once its record is there */
};

/*
 * Restore everything but the view, and report this in a message. Call this after the config file
 * was read, and before the options of the command line are applied.
 */
void state_restore_load(struct app *app);

/*
 * Open the view that was left the last time, unless it was the records, and report that the place
 * was restored. may_open: the command line requests nothing else. A view of a record is opened by
 * _resume(), once the record is there, unless _stop() is called before. _resume() returns true
 * then.
 */
void state_restore_open(struct app *app, bool may_open);
bool state_restore_resume(struct app *app);
void state_restore_stop(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_KEEPER_H
#define SHELL_STATE_KEEPER_H

#include "shell/app.h"

/*
 * Restores the state of a recording from the last run: place, view, order, marks, filter,
 * columns, definitions, source paths, flags and notes (session/state_file.h). Without a
 * screen, it restores only flags and notes. A thread saves changes at most once a second, so a
 * killed browser loses at most the last second.
 */
struct state_keeper;

/*
 * Restore the state, and report this in a message. Call this after the config file was read, and
 * before the options of the command line are applied.
 */
void state_keeper_restore(struct app *app);

/*
 * Open the view that was left the last time, unless it was the records, and report that the place
 * was restored. may_open: the command line requests nothing else. A view of a record is opened by
 * _resume(), once the record is there, unless a key was typed before. _resume() returns true then.
 */
void state_keeper_reopen(struct app *app, bool may_open);
bool state_keeper_resume(struct app *app);

/* Has the recording been open earlier, so that it has a saved state? */
bool state_keeper_is_known(const struct app *app);

/*
 * Does the saved state contain a place in the list? It has none if the browser ended before it
 * reached its place.
 */
bool state_keeper_has_place(const struct app *app);

/* Note that a key was pressed, so the state may have to be saved. */
void state_keeper_touch(struct app *app);

/* Ms until state_keeper_tick() has work; -1: none. */
int state_keeper_wait_ms(const struct app *app);
/* Save the state if it has changed. Returns true if there is a message to show. */
bool state_keeper_tick(struct app *app);

/* Save the state when the browser ends, and free the keeper. */
int state_keeper_keep(struct app *app, struct err *err);

#endif

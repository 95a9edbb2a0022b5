/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_KEEPER_H
#define SHELL_STATE_KEEPER_H

#include "session/state.h"
#include "shell/app.h"

/*
 * Saves the state of a recording (session/state_file.h) for the next run. A thread saves changes at
 * most once a second, so a killed browser loses at most the last second.
 */
struct state_keeper;

/*
 * Begin, after the config file was read. `saved` is the state in the file; NULL: none. It is
 * copied.
 */
void state_keeper_begin(struct app *app, const struct state *saved);

/* Note that a key was pressed, so the state may have to be saved. */
void state_keeper_touch(struct app *app);

/* Ms until state_keeper_tick() has work; -1: none. */
int state_keeper_wait_ms(const struct app *app);
/* Save the state if it has changed. Returns true if there is a message to show. */
bool state_keeper_tick(struct app *app);

/* Save the state when the browser ends, and free the keeper. */
int state_keeper_keep(struct app *app, struct err *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_KEEPER_H
#define SHELL_STATE_KEEPER_H

#include "shell/app.h"

/*
 * Restores a recording as it was left: place, marks, filter, columns, definitions, flags and notes
 * (session/state_file.h). Without a screen only notes are restored. A thread writes changes at most
 * once a second, so a killed browser loses at most the last second.
 */
struct state_keeper;

/*
 * Restore the state, after the config file and before the command line's requests; a message
 * reports it.
 */
void state_keeper_restore(struct app *app);

/* Was there saved state, because the recording was open before? */
bool state_keeper_is_known(const struct app *app);

/* Did it have a place in the list? A browser that ended before it reached its place saved none. */
bool state_keeper_has_place(const struct app *app);

/* A key was pressed: its changes must be saved. */
void state_keeper_touch(struct app *app);

/* Ms until state_keeper_tick() has work; -1: none. */
int state_keeper_wait_ms(const struct app *app);
/* True: there is a message. */
bool state_keeper_tick(struct app *app);

/* Save at the end, and free the keeper. */
int state_keeper_keep(struct app *app, struct err *err);

#endif

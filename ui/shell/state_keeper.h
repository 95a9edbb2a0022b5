/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_STATE_KEEPER_H
#define SHELL_STATE_KEEPER_H

#include "shell/app.h"

/*
 * A recording is as it was left: place, marks, filter, columns, definitions, flags and notes, as
 * session/state_file.h keeps them. Without a screen only the notes are. What changes is written by
 * a thread at most once a second, so that a browser that is killed loses no more than that.
 */
struct state_keeper;

/* After the config file and before what the command line asks for; a message tells. */
void state_keeper_restore(struct app *app);

/* Was something kept of the recording, because it was open before? */
bool state_keeper_is_known(const struct app *app);

/* Was a place in the list among it? One that was left before it reached its place has none. */
bool state_keeper_has_place(const struct app *app);

/* A key came: what it changes is to be kept. */
void state_keeper_touch(struct app *app);

/* Milliseconds until state_keeper_tick() has something to do; -1: nothing. */
int state_keeper_wait_ms(const struct app *app);
/* True: there is a message. */
bool state_keeper_tick(struct app *app);

/* Write what is to be kept at the end, and release the keeper. */
int state_keeper_keep(struct app *app, struct err *err);

#endif

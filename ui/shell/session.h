/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_SESSION_H
#define SHELL_SESSION_H

#include "shell/app.h"

/*
 * A recording is as it was left: place, marks, filter, columns, definitions, flags and notes, as
 * session/state_file.h keeps them. Without a screen only the notes are. What changes is written by
 * a thread at most once a second, so that a browser that is killed loses no more than that.
 */
struct session;

/* After the config file and before what the command line asks for; a message tells. */
void session_restore(struct app *app);

/* Was something kept of the recording, because it was open before? */
bool session_is_known(const struct app *app);

/* Was a place in the list among it? One that was left before it reached its place has none. */
bool session_has_place(const struct app *app);

/* A key came: what it changes is to be kept. */
void session_touch(struct app *app);

/* Milliseconds until session_tick() has something to do; -1: nothing. */
int session_wait_ms(const struct app *app);
/* True: there is a message. */
bool session_tick(struct app *app);

/* Write what is to be kept at the end, and release the session. */
int session_keep(struct app *app, struct err *err);

#endif

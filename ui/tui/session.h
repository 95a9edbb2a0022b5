/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_SESSION_H
#define TUI_SESSION_H

#include "tui/app.h"

/*
 * A recording is as it was left: place, marks, filter, columns, definitions, flags and notes, as
 * state_file.h keeps them. Without a screen only the notes are.
 */

/* After the config file and before what the command line asks for; a message tells. */
void session_restore(struct app *app);

/* At the end. */
int session_keep(struct app *app, struct err *err);

#endif

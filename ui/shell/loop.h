/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LOOP_H
#define SHELL_LOOP_H

#include "shell/app.h"
#include "term/term.h"

/*
 * Run the application on a terminal until it quits or a signal ends it: 0, or
 * the signal's number. Nothing runs while nothing happens; what background work
 * publishes is shown at most four times a second.
 */
int loop_run(struct app *app, struct term *term);

/*
 * For who runs it without a person: take what background work has published. False: there was no
 * such work before that and is none now, so that no more will come.
 */
bool loop_take_work(struct app *app);

#endif

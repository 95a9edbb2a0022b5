/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LOOP_H
#define SHELL_LOOP_H

#include "shell/app.h"
#include "term/term.h"

/*
 * Run the application on a terminal until it quits or a signal ends it. Returns 0, or the signal's
 * number. It sleeps while nothing happens; news of background work is drawn at most four times a
 * second.
 */
int loop_run(struct app *app, struct term *term);

/*
 * For runs without a user: take news of background work. False: there was no such work before and
 * is none now, so no more news will come.
 */
bool loop_take_work(struct app *app);

#endif

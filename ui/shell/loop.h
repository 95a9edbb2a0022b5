/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_LOOP_H
#define SHELL_LOOP_H

#include "shell/app.h"
#include "term/term.h"

/*
 * Run the application on a terminal until the user quits or a signal ends it. Returns 0, or the
 * signal's number. The loop sleeps while nothing happens, and draws news of background work at most
 * four times a second.
 */
int loop_run(struct app *app, struct term *term);

/*
 * For runs without a user: take news of background work. False: no background work was running and
 * none is running now, so there will be no more news.
 */
bool loop_take_work(struct app *app);

#endif

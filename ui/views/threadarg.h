/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_THREADARG_H
#define VIEWS_THREADARG_H

#include "shell/app.h"

/*
 * Read "tid N" or "cpu N" at the beginning of arg and append the condition of its records; *rest is
 * what follows. False: it is not there, and nothing is changed.
 */
bool threadarg_parse(const char *arg, struct buf *condition, const char **rest);

/*
 * Append the condition of the thread, or the CPU, of the record under the cursor of the list, or of
 * a sample near it. False: none of them tells it.
 */
bool threadarg_of_record(const struct app *app, bool cpu, struct buf *condition);

#endif

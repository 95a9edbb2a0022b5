/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PATH_H
#define VIEWS_PATH_H

#include "shell/app.h"

/*
 * The way that the branch stack of the record under the cursor tells: blocks of code, oldest
 * first. The cursor is on the block that a branch ends.
 */
void path_open(struct app *app, uint32_t branch);

/* The same, gone on with the samples of the thread before, as far as they fit. */
void path_open_stitched(struct app *app);

#endif

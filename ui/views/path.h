/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PATH_H
#define VIEWS_PATH_H

#include "shell/app.h"

/*
 * Open the path of execution that the branch stack of the record under the cursor shows, as blocks
 * of code, oldest first. The cursor is on the block that ends with a branch.
 */
void path_open(struct app *app, uint32_t branch);

/* Open the path, and join earlier samples of the thread to it as far as they fit. */
void path_open_stitched(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BRANCHES_H
#define VIEWS_BRANCHES_H

#include "shell/app.h"

/*
 * Open the branch stack of the record under the cursor, a line for each branch, newest first or in
 * the order of any column. Enter shows the path that the branches describe. The cursor is on a
 * branch.
 */
void branches_open(struct app *app, uint32_t branch);

#endif

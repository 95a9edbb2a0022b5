/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COLUMNS_H
#define VIEWS_COLUMNS_H

#include "shell/app.h"

/*
 * Open a list of fields for the columns: the current columns, and all fields that can be columns,
 * with the fields of the record under the cursor first. Enter adds or removes a column.
 */
void columns_open(struct app *app);

#endif

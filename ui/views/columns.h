/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COLUMNS_H
#define VIEWS_COLUMNS_H

#include "shell/app.h"

/*
 * Open the columns of the list and all fields that can be columns, those of the record under the
 * cursor first. Enter adds or removes one.
 */
void columns_open(struct app *app);

#endif

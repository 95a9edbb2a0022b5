/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_COLUMNS_H
#define VIEWS_COLUMNS_H

#include "shell/app.h"

/*
 * The columns of the list, and the fields that could be: those of the record under the
 * cursor first. Enter takes one in or out.
 */
void columns_open(struct app *app);

#endif

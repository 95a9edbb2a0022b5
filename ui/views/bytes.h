/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BYTES_H
#define VIEWS_BYTES_H

#include "shell/app.h"

/*
 * Where the bytes of the recording are, or those of the records that the list shows where it is
 * filtered: by section, type, event, thread and field, with what would make them less.
 */
void bytes_open(struct app *app);

#endif

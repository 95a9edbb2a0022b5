/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BYTES_H
#define VIEWS_BYTES_H

#include "shell/app.h"

/*
 * Open a list of where the bytes of the recording are, or those of the records in a filtered list:
 * by section, type, event, thread and field. Hints show what would reduce them.
 */
void bytes_open(struct app *app);

#endif

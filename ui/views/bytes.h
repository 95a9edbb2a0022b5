/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_BYTES_H
#define VIEWS_BYTES_H

#include "shell/app.h"

/*
 * Open a list of the sizes of the recording's parts: by section, type, event, thread and field. If
 * the list of records is filtered, only the filtered records are counted. Hints show options that
 * would make the recording smaller.
 */
void bytes_open(struct app *app);

#endif

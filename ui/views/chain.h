/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHAIN_H
#define VIEWS_CHAIN_H

#include "shell/app.h"

/* The call chain of the record under the cursor, an entry a line; the cursor is on an entry. */
void chain_open(struct app *app, uint32_t entry);

/* Does a field of a record have a line there? */
bool chain_is_line(enum word word);

#endif

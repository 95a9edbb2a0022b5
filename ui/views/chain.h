/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHAIN_H
#define VIEWS_CHAIN_H

#include "shell/app.h"

/*
 * Open the call chain of the record under the cursor, with one line for each entry. The cursor is
 * on an entry.
 */
void chain_open(struct app *app, uint32_t entry);

/* Does the view have a line for this field of a record? */
bool chain_is_line(enum field_id field);

#endif

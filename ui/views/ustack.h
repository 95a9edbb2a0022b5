/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_USTACK_H
#define VIEWS_USTACK_H

#include "shell/app.h"

/*
 * Open the copy of the user's stack in the record under the cursor, a line for each word, and which
 * words may be return addresses.
 */
void ustack_open(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_USTACK_H
#define VIEWS_USTACK_H

#include "shell/app.h"

/*
 * Open the copy of the user stack in the record under the cursor. It has a line for each word, and
 * shows which words may be return addresses.
 */
void ustack_open(struct app *app);

#endif

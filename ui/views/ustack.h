/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_USTACK_H
#define VIEWS_USTACK_H

#include "shell/app.h"

/*
 * The copy of the user's stack that the record under the cursor has, a word a line, and which words
 * may be return addresses.
 */
void ustack_open(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SYMBOLS_H
#define VIEWS_SYMBOLS_H

#include "shell/app.h"

/*
 * Open a list of the files, and the kernel, whose symbols were requested, and the result for each.
 */
void symbols_open_view(struct app *app);

#endif

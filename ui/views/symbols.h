/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SYMBOLS_H
#define VIEWS_SYMBOLS_H

#include "shell/app.h"

/*
 * Open a list of the files, and the kernel, whose symbols were requested, and what became of each.
 */
void symbols_open_view(struct app *app);

#endif

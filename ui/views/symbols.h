/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SYMBOLS_H
#define VIEWS_SYMBOLS_H

#include "shell/app.h"

/* What became of the symbols of each file, and of the kernel, whose names were asked for. */
void symbols_open_view(struct app *app);

#endif

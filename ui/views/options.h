/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OPTIONS_H
#define VIEWS_OPTIONS_H

#include "shell/app.h"

/* What :set sets, as a list to be changed in. */
void options_open(struct app *app);

#endif

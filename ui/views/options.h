/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_OPTIONS_H
#define VIEWS_OPTIONS_H

#include "shell/app.h"

/* Open a list of the settings of :set, in which they can be changed. */
void options_open(struct app *app);

#endif

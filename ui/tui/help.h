/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_HELP_H
#define TUI_HELP_H

#include "tui/app.h"

/* Open the help of the view on top: what it knows, from the tables of actions and keys. */
void help_open(struct app *app);

#endif

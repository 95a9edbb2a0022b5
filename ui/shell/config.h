/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_CONFIG_H
#define SHELL_CONFIG_H

#include "shell/app.h"

/*
 * The file $XDG_CONFIG_HOME/perfnav/config: commands as after the colon, a line each, but only
 * those that set something up. perfnav-config(5) describes it.
 */

/*
 * Execute it once the first view exists. Mistakes are reported with file and line and can be read
 * later; all other lines are executed.
 */
void config_read(struct app *app);

/* Append a line for each mistake, which begins with the text `before` and the file. */
void config_mistakes(const struct app *app, const char *before, struct buf *out);

/* Open a page about where the file is and what is wrong with it. */
void config_open(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_CONFIG_H
#define SHELL_CONFIG_H

#include "shell/app.h"

/*
 * The file $XDG_CONFIG_HOME/perfnav/config: commands as behind the colon, a line each, those that
 * set something up. perfnav-config(5) describes it.
 */

/*
 * Do what it says, when the first view is there. Mistakes are told with file and line and
 * stay to be read; all other lines count.
 */
void config_read(struct app *app);

/* Append a line for each mistake, with the file and what is to stand before. */
void config_mistakes(const struct app *app, const char *before, struct buf *out);

/* A page: where the file is, and what is wrong with it. */
void config_open(struct app *app);

#endif

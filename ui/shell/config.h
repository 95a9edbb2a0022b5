/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_CONFIG_H
#define SHELL_CONFIG_H

#include "shell/app.h"

/*
 * The file $XDG_CONFIG_HOME/perfnav/config. Each line is a command, as after the colon. Only
 * commands that change settings are allowed. perfnav-config(5) describes the file.
 */

/*
 * Run the commands of the file, after the first view is open. Lines with mistakes are reported with
 * file and line, and stored for config_mistakes(). All other lines are run.
 */
void config_read(struct app *app);

/* Append a line for each mistake. It begins with the text `before` and the path of the file. */
void config_mistakes(const struct app *app, const char *before, struct buf *out);

/* Open a view that shows the path of the file and its mistakes. */
void config_open(struct app *app);

#endif

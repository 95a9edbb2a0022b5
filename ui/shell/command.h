/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMMAND_H
#define SHELL_COMMAND_H

#include "base/buf.h"
#include "base/err.h"
#include "shell/app.h"

/* The commands that a user types after a colon. commands.def has the table of all commands. */

/* Open the prompt for a command, with this text in the line. */
void command_prompt(struct app *app, const char *text);

/*
 * Run a command, with or without its colon. After an error, err->offset is the column of the
 * mistake. app->result is that of this command from now on.
 */
int command_run(struct app *app, const char *text, struct err *err);

/*
 * Run a line of the config file. Only commands that change settings are allowed there. After an
 * error, err->offset is a column of the line.
 */
int command_run_config(struct app *app, const char *line, struct err *err);

/* Append a line of help for each command, in groups with headings. */
void command_list(const struct app *app, struct buf *out);

/* Append the lines of help that contain a text, ignoring case. */
void command_search(const struct app *app, const char *text, struct buf *out);

/*
 * Append the help line of one command by its name without the colon. False: there is no such
 * command.
 */
bool command_help(const struct app *app, const char *name, struct buf *out);

#endif

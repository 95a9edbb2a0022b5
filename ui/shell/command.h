/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMMAND_H
#define SHELL_COMMAND_H

#include "base/buf.h"
#include "base/err.h"
#include "shell/app.h"

/* The commands after a colon. commands.def is the only list. */

/* Open the prompt for a command. It begins with text. */
void command_prompt(struct app *app, const char *text);

/*
 * Run a command, with or without its colon. err->offset is the column of a mistake. *row is true if
 * the command goes to a record, which is its result without a screen.
 */
int command_run(struct app *app, const char *text, bool *row, struct err *err);

/*
 * Run a line of the config file, which may have only commands that set something up. err->offset is
 * a column of the line.
 */
int command_run_config(struct app *app, const char *line, struct err *err);

/* Append a line of help for each command, in groups with headings. */
void command_list(const struct app *app, struct buf *out);

/*
 * Append the help line of one command by its name without the colon. False: there is no such
 * command.
 */
bool command_help(const struct app *app, const char *name, struct buf *out);

#endif

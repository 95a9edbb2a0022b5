/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMMAND_H
#define SHELL_COMMAND_H

#include "base/buf.h"
#include "base/err.h"
#include "shell/app.h"

/* What is typed behind a colon. commands.def is the only list. */

/* Ask for a command at the prompt, which begins with a text. */
void command_prompt(struct app *app, const char *text);

/*
 * Run one, with or without its colon; err->offset is the column of a mistake. *row is
 * true when it goes to a record, which is its result where there is no screen.
 */
int command_run(struct app *app, const char *text, bool *row, struct err *err);

/*
 * The same for a line of the config file, where only commands that set something up can stand;
 * err->offset is a column of the line.
 */
int command_run_config(struct app *app, const char *line, struct err *err);

/* A line of help for each command, in groups with headings. */
void command_list(const struct app *app, struct buf *out);

/* The same for one, by its name without the colon. False: there is none. */
bool command_help(const struct app *app, const char *name, struct buf *out);

#endif

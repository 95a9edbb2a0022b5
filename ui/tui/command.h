/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_COMMAND_H
#define TUI_COMMAND_H

#include "base/buf.h"
#include "base/err.h"
#include "tui/app.h"

/* Ask for a command at the prompt. */
void command_prompt(struct app *app);

/* Run one, without the colon; err->offset is the column of a mistake. */
int command_run(struct app *app, const char *text, struct err *err);

/* A line of help for each command. */
void command_list(struct buf *out);

#endif

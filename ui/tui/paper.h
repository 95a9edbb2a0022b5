/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_PAPER_H
#define TUI_PAPER_H

#include "tui/app.h"

/*
 * Write the view on top to a file as text, all of it: of the records those of the list, a line
 * each, or the details or bytes of one record where these are maximised.
 * Where a file is there and force is false, the error says so.
 */
int paper_write(struct app *app, const char *path, bool force, struct err *err);

/* Ask for the file; where one is there, whether it is to be replaced. */
void paper_prompt(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SAVED_VIEW_H
#define VIEWS_SAVED_VIEW_H

#include "shell/app.h"

/*
 * Write the complete view on top to a file as text. For the records these are the lines of the
 * list, or the details or bytes of one record if that pane is maximised. If the name ends in .svg,
 * .ansi or .ans, write a picture of the screen with its colours. If the file exists and force is
 * false, return an error.
 */
int saved_view_write(struct app *app, const char *path, bool force, struct err *err);

/* Ask for the file's name, and whether an existing file may be replaced. */
void saved_view_prompt(struct app *app);

#endif

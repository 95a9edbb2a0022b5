/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SAVED_VIEW_H
#define VIEWS_SAVED_VIEW_H

#include "shell/app.h"

/*
 * Write the complete view on top to a file as text. In the list of records, write the lines of the
 * list; if the details or the bytes of a record are maximised, write only these. If the name ends
 * in .svg, .ansi or .ans, write a picture of the screen with its colours. If the file exists and
 * force is false, return an error.
 */
int saved_view_write(struct app *app, const char *path, bool force, struct err *err);

/* Prompt for the name of the file, and for permission to replace an existing file. */
void saved_view_prompt(struct app *app);

#endif

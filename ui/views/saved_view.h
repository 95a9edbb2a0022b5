/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SAVED_VIEW_H
#define VIEWS_SAVED_VIEW_H

#include "shell/app.h"

/*
 * Write the view on top to a file as text, all of it: of the records those of the list, a line
 * each, or the details or bytes of one record where these are maximised.
 * A name that ends in .svg, .ansi or .ans: as a picture of the screen, with its colours.
 * Where a file is there and force is false, the error says so.
 */
int saved_view_write(struct app *app, const char *path, bool force, struct err *err);

/* Ask for the file; where one is there, whether it is to be replaced. */
void saved_view_prompt(struct app *app);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_BOTTOM_H
#define SHELL_BOTTOM_H

#include <stddef.h>

#include "term/action.h"
#include "term/surface.h"

struct app;

#define BOTTOM_HINTS 12

/* A key with the word that explains it, and its columns on the screen. */
struct bottom_hint {
	enum action action;
	char key[16];
	const char *word;
	int col, width; /* with the two blanks after it */
};

/*
 * The bottom line if there is no prompt. It shows the message or useful keys, and half-typed keys
 * at its end.
 */
struct bottom {
	struct bottom_hint hints[BOTTOM_HINTS]; /* as drawn last */
	size_t n;
};

/*
 * The number of lines of the message or the hints on a screen with cols columns. A long message is
 * wrapped.
 */
int bottom_rows(const struct app *app, int cols);

void bottom_draw(struct app *app, const struct surface *s);

/* The action of the hint at a column. ACTION_NONE: there is no hint. */
enum action bottom_action_at(const struct bottom *bottom, int col);

#endif

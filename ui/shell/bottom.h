/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_BOTTOM_H
#define SHELL_BOTTOM_H

#include <stddef.h>

#include "term/action.h"
#include "term/surface.h"

struct app;

#define BOTTOM_HINTS 12

/* A key with its word, in these columns of the screen. */
struct bottom_hint {
	int col, end;
	enum action action;
};

/*
 * The bottom line, unless there is a prompt: the message or the keys that are of use, and at its
 * end what is half typed.
 */
struct bottom {
	struct bottom_hint hints[BOTTOM_HINTS]; /* as they were drawn last */
	size_t n;
};

/* The lines that it takes on a screen of that many columns: a long message is wrapped. */
int bottom_rows(const struct app *app, int cols);

void bottom_draw(struct app *app, const struct surface *s);

/* The hint that stands there; ACTION_NONE: none does. */
enum action bottom_action_at(const struct bottom *bottom, int col);

#endif

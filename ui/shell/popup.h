/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_POPUP_H
#define SHELL_POPUP_H

#include <stdbool.h>
#include <stdint.h>

#include "term/surface.h"

struct app;

/* The box with the bindings that begin with half typed keys. It appears after a moment. */
struct popup {
	int64_t typed_ms; /* when the last key came */
	bool shown;
};

/* A key was typed, or half typed keys were dropped: close the box. */
void popup_typed(struct app *app);

/* Ms until the box appears. -1: it is there, or there is nothing to choose from. */
int popup_wait_ms(const struct app *app);

/* Show the box if it is time. True: the screen must be drawn. */
bool popup_tick(struct app *app);

/* Draw the box at the lower right of a surface, which is everything above the bottom line. */
void popup_draw(const struct app *app, const struct surface *s);

#endif

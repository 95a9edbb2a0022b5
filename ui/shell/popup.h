/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_POPUP_H
#define SHELL_POPUP_H

#include <stdbool.h>
#include <stdint.h>

#include "term/surface.h"

struct app;

/*
 * The box that lists the bindings that begin with the half-typed keys. It appears after a short
 * time.
 */
struct popup {
	int64_t typed_ms; /* when the last key came */
	bool shown;
};

/* Close the box, because a key was typed, or half-typed keys were cancelled. */
void popup_typed(struct app *app);

/*
 * Return the number of ms until the box appears. -1: it is already shown, or there are no
 * half-typed keys.
 */
int popup_wait_ms(const struct app *app);

/* Show the box if its time has come. Returns true if the screen must be drawn. */
bool popup_tick(struct app *app);

/*
 * Draw the box in the lower right corner of a surface. The surface is the screen without the bottom
 * line.
 */
void popup_draw(const struct app *app, const struct surface *s);

#endif

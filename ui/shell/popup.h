/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_POPUP_H
#define SHELL_POPUP_H

#include <stdbool.h>
#include <stdint.h>

#include "term/surface.h"

struct app;

/* The box with what can follow the keys that are half typed, which comes after a moment. */
struct popup {
	int64_t typed_ms; /* when the last of them came */
	bool shown;
};

/* A key came, or what was half typed is dropped: there is no box. */
void popup_typed(struct app *app);

/* Milliseconds until it comes; -1: it is there, or there is nothing to choose from. */
int popup_wait_ms(const struct app *app);

/* Show it, if it is time; true: the screen is to be drawn. */
bool popup_tick(struct app *app);

/* Draw it at the lower right of a surface, which is all above the bottom line. */
void popup_draw(const struct app *app, const struct surface *s);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_OFFERS_H
#define WIDGETS_OFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "term/surface.h"

/* The words that can stand at a place of the prompt, as a list to choose from. */
struct offer {
	char *text;  /* what comes into the line */
	char *shown; /* what the list has */
	char *help;
};

struct offers {
	VEC(struct offer) list;
	bool ordered;	 /* as they came, not by name */
	size_t selected; /* OFFERS_NONE: what was typed */
	size_t top;	 /* the first that the list has on the screen */
	size_t rows;	 /* of it, as drawn last */
};

#define OFFERS_NONE ((size_t)-1)

/* Forget all. */
void offers_reset(struct offers *offers);

/* Up to a limit; shown and help can be NULL. */
void offers_add(struct offers *offers, const char *text, const char *shown, const char *help);

/* Sort them by name, unless they are ordered, and drop what is there twice. */
void offers_sort(struct offers *offers);

/* Select the next, the one before, or as many further; behind both ends is what was typed. */
void offers_move(struct offers *offers, long by);

/* The text of the selected one, NULL: none is. */
const char *offers_text(const struct offers *offers);

/* Draw the list at the lower end of a surface. */
void offers_draw(struct offers *offers, const struct surface *s);

#endif

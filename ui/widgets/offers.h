/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_OFFERS_H
#define WIDGETS_OFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "term/surface.h"

/* The words that are possible at a place in the prompt, as a list for selection. */
struct offer {
	char *text;  /* inserted into the line */
	char *shown; /* shown in the list */
	char *help;
	size_t rank; /* the lower, the earlier; equal ranks: by name */
};

struct offers {
	VEC(struct offer) list;
	bool ordered;	 /* keep the order of offers_add(); do not sort by name */
	size_t ranks;	 /* number of ranks given */
	size_t selected; /* OFFERS_NONE: the typed text */
	size_t top;	 /* the first visible offer */
	size_t rows;	 /* of the list, when it was last drawn */
	int width;	 /* columns of the widest word that was visible */
};

#define OFFERS_NONE ((size_t)-1)

/* Remove all offers. */
void offers_reset(struct offers *offers);

/*
 * Add an offer, up to a limit. `shown` and `help` can be NULL. offers_add_last() adds it after
 * those of offers_add(); offers_add_first() before them, and after its own earlier ones.
 */
void offers_add(struct offers *offers, const char *text, const char *shown, const char *help);
void offers_add_first(struct offers *offers, const char *text, const char *help);
void offers_add_last(struct offers *offers, const char *text, const char *help);

/* Sort the offers by rank and name, unless they are ordered, and remove duplicates. */
void offers_sort(struct offers *offers);

/*
 * Move the selection by `by` offers. Before the first offer and after the last one, the typed text
 * is selected.
 */
void offers_move(struct offers *offers, long by);

/* Return the text of the selected offer; NULL: none is selected. */
const char *offers_text(const struct offers *offers);

/* Draw the list at the bottom of a surface. */
void offers_draw(struct offers *offers, const struct surface *s);

#endif

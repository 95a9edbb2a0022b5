/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SELECTION_CACHE_H
#define SESSION_SELECTION_CACHE_H

#include "query/selection.h"

enum {
	SELECTION_CACHE_MAX = 4
};

/*
 * Results of earlier filters, so that a filter that is used again shows its rows at once. A zeroed
 * cache is empty.
 */
struct selection_cache {
	struct selection *list[SELECTION_CACHE_MAX]; /* the oldest first; NULL: none */
};

/* Add a selection, and take it over. Its search rests. The oldest selection is freed. */
void selection_cache_keep(struct selection_cache *cache, struct selection *selection);

/*
 * Remove the selection of a filter with this text, and return it to the caller, who then owns it.
 * Its search continues. NULL: there is none.
 */
struct selection *selection_cache_take(struct selection_cache *cache, const char *text);

/* Free the selections whose filters use flags or notes, or all of them. */
void selection_cache_forget_noted(struct selection_cache *cache);
void selection_cache_clear(struct selection_cache *cache);

#endif

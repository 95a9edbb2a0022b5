/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/selection_cache.h"

#include <string.h>

void selection_cache_keep(struct selection_cache *cache, struct selection *selection)
{
	selection_rest(selection, true);
	selection_free(cache->list[0]);
	memmove(&cache->list[0], &cache->list[1],
		(SELECTION_CACHE_MAX - 1) * sizeof(cache->list[0]));
	cache->list[SELECTION_CACHE_MAX - 1] = selection;
}

struct selection *selection_cache_take(struct selection_cache *cache, const char *text)
{
	for (int i = 0; i < SELECTION_CACHE_MAX; i++) {
		struct selection *selection = cache->list[i];

		if (!selection || strcmp(selection_filter(selection)->text, text) != 0)
			continue;
		cache->list[i] = NULL;
		selection_rest(selection, false);
		return selection;
	}
	return NULL;
}

static void forget(struct selection_cache *cache, int i)
{
	selection_free(cache->list[i]);
	cache->list[i] = NULL;
}

void selection_cache_forget_noted(struct selection_cache *cache)
{
	for (int i = 0; i < SELECTION_CACHE_MAX; i++)
		if (cache->list[i] && selection_filter(cache->list[i])->noted)
			forget(cache, i);
}

void selection_cache_clear(struct selection_cache *cache)
{
	for (int i = 0; i < SELECTION_CACHE_MAX; i++)
		forget(cache, i);
}

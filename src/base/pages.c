/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void pages_init(struct pages *pages, size_t elem)
{
	memset(pages, 0, sizeof(*pages));
	pages->elem = elem;
}

void pages_init_in(struct pages *pages, size_t elem, struct pages_room *room)
{
	pages_init(pages, elem);
	pages->room = room;
}

void pages_init_flat(struct pages *pages, size_t elem, const void *p, uint64_t n)
{
	pages_init(pages, elem);
	pages->flat = p;
	atomic_store(&pages->n, n);
}

void pages_release(struct pages *pages)
{
	for (size_t i = 0; !pages->room && i < PAGES_MAX; i++)
		free(pages->page[i]);
	pages_init(pages, pages->elem);
}

/* Page 0 has the first 64 elements, page k > 0 those from 64 * 2^(k-1) on. */
static void locate(uint64_t i, unsigned *page, uint64_t *at)
{
	unsigned k = i >> PAGES_FIRST_BITS ? 64 - (unsigned)__builtin_clzll(i >> PAGES_FIRST_BITS)
					   : 0;

	*page = k;
	*at = k ? i - (1ull << (PAGES_FIRST_BITS + k - 1)) : i;
}

void pages_add(struct pages *pages, const void *elem)
{
	uint64_t n = atomic_load_explicit(&pages->n, memory_order_relaxed), at;
	unsigned k;

	locate(n, &k, &at);
	if (!pages->page[k]) {
		uint64_t size = 1ull << (PAGES_FIRST_BITS + (k ? k - 1 : 0));

		size *= pages->elem;
		pages->page[k] = pages->room ? pages->room->get(pages->room, k, size)
					     : mem_alloc(size);
	}
	memcpy((char *)pages->page[k] + at * pages->elem, elem, pages->elem);
	atomic_store_explicit(&pages->n, n + 1, memory_order_release);
}

const void *pages_at(const struct pages *pages, uint64_t i)
{
	uint64_t at;
	unsigned k;

	if (pages->flat)
		return (const char *)pages->flat + i * pages->elem;
	locate(i, &k, &at);
	return (const char *)pages->page[k] + at * pages->elem;
}

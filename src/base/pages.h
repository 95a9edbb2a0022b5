/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A growing array whose elements never move. One thread adds elements; any thread reads the added
 * elements. All elements have the same size. The pages are on the heap, or come from a struct
 * pages_room if one is given. The array can also refer to a flat array of another owner; it cannot
 * grow then.
 */
enum {
	PAGES_FIRST_BITS = 6, /* elements of the first page; each further page doubles the total */
	PAGES_MAX = 42
};

/* Allocates the pages, and owns them. get() returns memory that does not move. */
struct pages_room {
	void *(*get)(struct pages_room *room, unsigned page, size_t size);
};

struct pages {
	size_t elem;
	_Atomic uint64_t n; /* elements that readers may see */
	void *page[PAGES_MAX];
	const void *flat;
	struct pages_room *room; /* NULL: the heap */
};

void pages_init(struct pages *pages, size_t elem);
void pages_init_in(struct pages *pages, size_t elem, struct pages_room *room);
void pages_init_flat(struct pages *pages, size_t elem, const void *p, uint64_t n);
void pages_release(struct pages *pages);

/* Append a copy of an element and let readers see it. */
void pages_add(struct pages *pages, const void *elem);

static inline uint64_t pages_count(const struct pages *pages)
{
	return atomic_load_explicit(&pages->n, memory_order_acquire);
}

/* Element i, less than pages_count(). Valid as long as the array exists. */
const void *pages_at(const struct pages *pages, uint64_t i);

#endif

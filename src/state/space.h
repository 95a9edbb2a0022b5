/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_SPACE_H
#define STATE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file/spill_array.h"

/*
 * What was mapped where in one address space, at any moment of its life. Regions are
 * numbered in the order in which they were made; a later one hides what it covers of
 * earlier ones from then on, as mmap() does with MAP_FIXED. The kernel tells of no
 * munmap(), so a region lasts until it is hidden. A moment is a range of numbers:
 * those before it that nothing has cleared since.
 *
 * A look-up costs O(log n * log n) of the number of regions, however they overlap, and
 * nothing is replayed: a segment tree over the addresses, in whose nodes regions
 * stand in their order. It is built in O(n log n) when look-ups since the last addition have
 * gone through the list of regions for as long. Not safe for use by two threads at once.
 */
struct region {
	uint64_t start, end; /* addresses, end not included */
	uint64_t time;	     /* of the record that tells of it, and its row: the caller's */
	uint64_t row;
};

struct space {
	const char *spool_dir;	    /* for what is large */
	struct spill_array regions; /* struct region, n of them */
	uint32_t n;
	/* uint64_t: addresses where something starts or ends, in order */
	struct spill_array bounds;
	size_t bounds_n;
	struct spill_array first; /* uint32_t, of each node of the tree: its first item */
	struct spill_array items; /* uint32_t: numbers of regions */
	bool built;
	uint64_t scanned; /* regions that look-ups have passed since the last addition */
};

enum {
	/* Regions beyond these are not kept: what one process can make is not without limit. */
	SPACE_REGIONS_MAX = 1 << 22
};

/* spool_dir stays the caller's. */
void space_init(struct space *space, const char *spool_dir);
void space_release(struct space *space);

/* Add a region behind all others. False: it is empty, or one too many. */
bool space_add(struct space *space, const struct region *region);

static inline const struct region *space_region(const struct space *space, uint32_t number)
{
	return (const struct region *)space->regions.p + number;
}

/* Bytes of the heap that it takes. */
size_t space_heap(const struct space *space);

/*
 * The region that address addr belongs to when those from..to have been made (to not
 * included), or NULL. Good until the next addition.
 */
const struct region *space_find(struct space *space, uint64_t addr, uint32_t from, uint32_t to);

/*
 * All that is visible then, in the order of the addresses, each with the part that is
 * visible of it. False of each ends it.
 */
typedef bool space_each_fn(void *arg, const struct region *region, uint64_t start, uint64_t end);
void space_each(struct space *space, uint32_t from, uint32_t to, space_each_fn *each, void *arg);

#endif

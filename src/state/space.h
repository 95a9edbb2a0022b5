/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_SPACE_H
#define STATE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file/spill_array.h"

/*
 * What was mapped where in one address space, at any moment of its life. Regions are numbered in
 * the order in which they were made. A later region hides the parts of earlier ones that it covers,
 * as mmap() does with MAP_FIXED. The kernel reports no munmap(), so a region lasts until it is
 * hidden. A moment is given as a range of region numbers: the regions that were made before it and
 * that nothing had cleared by then.
 *
 * A look-up costs O(log n * log n) for n regions, however they overlap, and replays nothing: a
 * segment tree over the addresses has the regions of each node in order. Look-ups first go through
 * the list of regions; when this has cost as much as building the tree, O(n log n), the tree is
 * built. Two threads must not use a space at once.
 */
struct region {
	uint64_t start, end; /* addresses, end not included */
	uint64_t time;	     /* of the record that made it; with its row, for the caller */
	uint64_t row;
};

struct space {
	const char *spool_dir;	    /* for large arrays */
	struct spill_array regions; /* struct region, n of them */
	uint32_t n;
	/* uint64_t: addresses where regions begin or end, in order */
	struct spill_array bounds;
	size_t bounds_n;
	struct spill_array first; /* uint32_t: the first item of each node of the tree */
	struct spill_array items; /* uint32_t: numbers of regions */
	bool built;
	uint64_t scanned; /* regions that look-ups have gone through since the last addition */
};

enum {
	/* Further regions are not kept, because a process can make any number. */
	SPACE_REGIONS_MAX = 1 << 22
};

/* The caller keeps spool_dir. */
void space_init(struct space *space, const char *spool_dir);
void space_release(struct space *space);

/* Add the newest region. False: it is empty, or there are too many. */
bool space_add(struct space *space, const struct region *region);

static inline const struct region *space_region(const struct space *space, uint32_t number)
{
	return (const struct region *)space->regions.p + number;
}

/* Bytes of heap in use. */
size_t space_heap(const struct space *space);

/*
 * The region at address addr at a moment: of the regions from..to (to excluded). NULL: none. Valid
 * until the next addition.
 */
const struct region *space_find(struct space *space, uint64_t addr, uint32_t from, uint32_t to);

/*
 * Pass all visible parts of regions at a moment to the function each(), in order of addresses. It
 * returns false to stop.
 */
typedef bool space_each_fn(void *arg, const struct region *region, uint64_t start, uint64_t end);
void space_each(struct space *space, uint32_t from, uint32_t to, space_each_fn *each, void *arg);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/search.h"

#define NONE UINT32_MAX

enum {
	SCANS = 16 /* times all regions: the cost of building the tree */
};

void space_init(struct space *space, const char *spool_dir)
{
	*space = (struct space){ .spool_dir = spool_dir };
}

static void forget_tree(struct space *space)
{
	spill_array_release(&space->bounds);
	spill_array_release(&space->first);
	spill_array_release(&space->items);
	space->built = false;
}

void space_release(struct space *space)
{
	forget_tree(space);
	spill_array_release(&space->regions);
}

bool space_add(struct space *space, const struct region *region)
{
	size_t size = (size_t)space->n * sizeof(*region);

	if (region->end <= region->start || space->n >= SPACE_REGIONS_MAX)
		return false;
	if (space->built)
		forget_tree(space);
	if (size + sizeof(*region) > space->regions.size)
		spill_array_resize(&space->regions, size + size / 2 + 8 * sizeof(*region),
				   space->spool_dir);
	((struct region *)space->regions.p)[space->n++] = *region;
	space->scanned = 0;
	return true;
}

size_t space_heap(const struct space *space)
{
	const struct spill_array *all[] = { &space->regions, &space->bounds, &space->first,
					    &space->items };
	size_t size = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		size += all[i]->mapped ? 0 : all[i]->size;
	return size;
}

/* ---- the tree ---- */

/*
 * The leaves are the bounds_n - 1 intervals between two bounds. Node i has the children 2i and
 * 2i+1; leaf k is node leaves + k, as in a heap. A region is in the highest nodes that it covers
 * completely: at most two of each level.
 */
static size_t leaves(const struct space *space)
{
	return space->bounds_n ? space->bounds_n - 1 : 0;
}

static const uint64_t *bounds(const struct space *space)
{
	return space->bounds.p;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Processes that map the same places again and again have few bounds. */
static void collect_bounds(struct space *space)
{
	struct spill_array every = { .p = NULL };
	size_t n = 0, kept = 0;
	uint64_t *all;

	spill_array_resize(&every, (size_t)space->n * 2 * sizeof(*all), space->spool_dir);
	all = every.p;
	for (uint32_t i = 0; i < space->n; i++) {
		all[n++] = space_region(space, i)->start;
		all[n++] = space_region(space, i)->end;
	}
	qsort(all, n, sizeof(*all), by_address);
	for (size_t i = 0; i < n; i++)
		if (!kept || all[kept - 1] != all[i])
			all[kept++] = all[i];
	spill_array_resize(&space->bounds, kept * sizeof(*all), space->spool_dir);
	if (kept)
		memcpy(space->bounds.p, all, kept * sizeof(*all));
	space->bounds_n = kept;
	spill_array_release(&every);
}

/* The last bound at or below addr; bounds_n if all bounds are above. */
static size_t bound_of(const struct space *space, uint64_t addr)
{
	size_t end = search_first(0, space->bounds_n, i, bounds(space)[i] <= addr);

	return end ? end - 1 : space->bounds_n;
}

/* Count the region in each of its nodes; if items is given, store it there instead. */
static void enter_region(struct space *space, uint32_t number, uint32_t *count, uint32_t *items)
{
	const struct region *region = space_region(space, number);
	size_t lo = bound_of(space, region->start) + leaves(space);
	size_t hi = bound_of(space, region->end) + leaves(space);

	for (; lo < hi; lo /= 2, hi /= 2) {
		size_t node[2], n = 0;

		if (lo & 1)
			node[n++] = lo++;
		if (hi & 1)
			node[n++] = --hi;
		while (n--) {
			uint32_t at = count[node[n]]++;

			if (items)
				items[at] = number;
		}
	}
}

/*
 * Node i begins where node i - 1 ends: first[i] moves from its beginning to its end while it is
 * filled.
 */
static void build(struct space *space)
{
	size_t nodes, size;
	uint32_t *first, total = 0;

	if (space->built)
		return;
	collect_bounds(space);
	nodes = 2 * leaves(space);
	size = (nodes + 1) * sizeof(*first);
	spill_array_resize(&space->first, size, space->spool_dir);
	first = space->first.p;
	memset(first, 0, size);
	for (uint32_t i = 0; i < space->n; i++)
		enter_region(space, i, first + 1, NULL);
	for (size_t i = 1; i <= nodes; i++) {
		uint32_t n = first[i];

		first[i] = total;
		total += n;
	}
	spill_array_resize(&space->items, (size_t)(total + 1) * sizeof(uint32_t), space->spool_dir);
	for (uint32_t i = 0; i < space->n; i++)
		enter_region(space, i, first + 1, space->items.p);
	space->built = true;
}

/* ---- look-ups ---- */

/* The newest item of a node before `to`, if it is not before `from`; else NONE. */
static uint32_t newest(const struct space *space, size_t node, uint32_t from, uint32_t to)
{
	const uint32_t *first = space->first.p, *items = space->items.p;
	size_t end = search_first(first[node], first[node + 1], i, items[i] < to);

	return end > first[node] && items[end - 1] >= from ? items[end - 1] : NONE;
}

/* The region that an interval between two bounds belongs to, or NONE. */
static uint32_t find_leaf(const struct space *space, size_t leaf, uint32_t from, uint32_t to)
{
	uint32_t best = NONE;

	for (size_t node = leaf + leaves(space); node; node /= 2) {
		uint32_t found = newest(space, node, from, to);

		if (found == NONE)
			continue;
		best = found;
		from = found + 1;
	}
	return best;
}

/* Look up without the tree: many address spaces get only one or two questions. */
static const struct region *scan(struct space *space, uint64_t addr, uint32_t from, uint32_t to)
{
	space->scanned += to - from;
	while (to-- > from) {
		const struct region *region = space_region(space, to);

		if (region->start <= addr && addr < region->end)
			return region;
	}
	return NULL;
}

const struct region *space_find(struct space *space, uint64_t addr, uint32_t from, uint32_t to)
{
	uint32_t found;
	size_t leaf;

	if (from >= to || !space->n)
		return NULL;
	if (!space->built && space->scanned < (uint64_t)SCANS * space->n)
		return scan(space, addr, from, to);
	build(space);
	leaf = bound_of(space, addr);
	if (leaf >= leaves(space))
		return NULL;
	found = find_leaf(space, leaf, from, to);
	return found == NONE ? NULL : space_region(space, found);
}

void space_each(struct space *space, uint32_t from, uint32_t to, space_each_fn *each, void *arg)
{
	uint32_t last = NONE;
	size_t since = 0;

	if (from >= to || !space->n)
		return;
	build(space);
	for (size_t leaf = 0; leaf <= leaves(space); leaf++) {
		uint32_t now = NONE;

		if (leaf < leaves(space))
			now = find_leaf(space, leaf, from, to);
		if (now == last)
			continue;
		if (last != NONE && !each(arg, space_region(space, last), bounds(space)[since],
					  bounds(space)[leaf]))
			return;
		last = now;
		since = leaf;
	}
}

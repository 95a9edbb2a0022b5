/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/spot_walk.h"

#include "base/search.h"

static struct spot spot_of(const struct spot_sum *sum, uint64_t off)
{
	return (struct spot){ .event = sum->event,
			      .function = sum->function,
			      .off = (uint32_t)off,
			      .memory = SPOT_NO_MEMORY,
			      .row = sum->counts.row,
			      .addr = sum->counts.addr,
			      .count = plain_counts_at(&sum->counts, off) };
}

static void extend(struct spot_extent *extent, size_t n, const struct spot *first,
		   uint64_t last_off)
{
	if (!extent->n || first->row < extent->first.row)
		extent->first = *first;
	if (last_off > extent->last_off)
		extent->last_off = last_off;
	extent->n += n;
}

void spot_extent_find(const struct spots *spots, size_t function, struct spot_extent *extent)
{
	*extent = (struct spot_extent){ 0 };
	for (size_t i = 0; i < spots->sums.n; i++) {
		const struct spot_sum *sum = &spots->sums.v[i];
		struct plain_extent plain;
		struct spot first;

		plain_counts_extent(&sum->counts, &plain);
		if (sum->function != function || !plain.offsets)
			continue;
		first = spot_of(sum, plain.first);
		extend(extent, plain.offsets, &first, plain.last);
	}
	for (size_t i = 0; i < spots->list.n; i++)
		if (spots->list.v[i].function == function)
			extend(extent, 1, &spots->list.v[i], spots->list.v[i].off);
}

void spot_walk_begin(struct spot_walk *walk, const struct spots *spots, size_t function)
{
	size_t next = search_first(0, spots->list.n, i, spots->list.v[i].function < function);

	*walk = (struct spot_walk){ .spots = spots, .function = function, .next = next };
	for (size_t i = 0; i < spots->sums.n; i++) {
		const struct spot_sum *sum = &spots->sums.v[i];

		if (sum->function == function && sum->counts.samples.n > walk->end)
			walk->end = sum->counts.samples.n;
	}
}

/* Go to the next samples of a sum. False: there are no more. */
static bool seek_sum(struct spot_walk *w)
{
	for (; w->off < w->end; w->off++, w->sum = 0)
		for (; w->sum < w->spots->sums.n; w->sum++) {
			const struct spot_sum *sum = &w->spots->sums.v[w->sum];

			if (sum->function == w->function && w->off < sum->counts.samples.n &&
			    sum->counts.samples.v[w->off])
				return true;
		}
	return false;
}

bool spot_walk_next(struct spot_walk *w, struct spot *spot)
{
	bool in_list = w->next < w->spots->list.n &&
		       w->spots->list.v[w->next].function == w->function;
	const struct spot *listed = in_list ? &w->spots->list.v[w->next] : NULL;

	if (seek_sum(w) && (!in_list || w->off < listed->off)) {
		*spot = spot_of(&w->spots->sums.v[w->sum++], w->off);
		return true;
	}
	if (in_list) {
		*spot = *listed;
		w->next++;
	}
	return in_list;
}

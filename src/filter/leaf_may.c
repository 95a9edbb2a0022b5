/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/leaf_may.h"

#include "filter/leaf_learn.h"

static bool may_have_cpu(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++) {
		uint64_t lo = leaf->ranges.v[i].lo, hi = leaf->ranges.v[i].hi;

		if (hi - lo >= 63)
			return true;
		for (uint64_t cpu = lo; cpu <= hi; cpu++)
			if (desc->cpus >> (cpu & 63) & 1)
				return true;
	}
	return !leaf->simple;
}

/*
 * Times of 0 and UINT64_MAX are not in the range of times of the block's description: it has flags
 * for them.
 */
static bool may_have_time(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++) {
		const struct range *r = &leaf->ranges.v[i];

		if ((!r->lo && desc->flags & BLOCK_TIME_0) ||
		    (r->hi == UINT64_MAX && desc->flags & BLOCK_TIME_MAX) ||
		    (r->lo <= desc->time_max && r->hi >= desc->time_min))
			return true;
	}
	return !leaf->simple;
}

static bool may_have_ordinal(const struct leaf *leaf, const struct block_desc *desc)
{
	for (size_t i = 0; leaf->simple && i < leaf->ranges.n; i++)
		if (leaf->ranges.v[i].hi >= desc->first_ordinal &&
		    leaf->ranges.v[i].lo < desc->first_ordinal + desc->rows)
			return true;
	return !leaf->simple;
}

/* Does a row of the block have a note or a flag? */
static bool may_be_noted(const struct eval *e, uint64_t rows)
{
	size_t i = e->notes ? notes_place(e->notes, e->first) : 0;

	return e->notes && i < e->notes->list.n && e->notes->list.v[i].row < e->first + rows;
}

bool leaf_may(struct eval *e, struct leaf *leaf, const struct block_desc *desc)
{
	switch (leaf->by) {
	case BY_KIND:
	case BY_RECORD:
	case BY_ROW:
		return leaf_learn_kinds(e, leaf)->bits & desc->kinds;
	case BY_THREAD:
		return leaf_learn_threads(e, leaf)->bits & desc->threads;
	case BY_CPU:
		return may_have_cpu(leaf, desc);
	case BY_TIME:
		return may_have_time(leaf, desc);
	case BY_ORDINAL:
		return may_have_ordinal(leaf, desc);
	case BY_NOTE:
		return may_be_noted(e, desc->rows);
	default:
		return true;
	}
}

void leaf_may_kind(struct eval *e, struct leaf *leaf, uint64_t kind, bool *may, bool *must)
{
	*may = true;
	*must = false;
	if (leaf->by >= BY_THREAD && leaf->by <= BY_TIME)
		*may = leaf_learn_is(leaf_learn_having(e, leaf), kind);
	if (leaf->by == BY_KIND || leaf->by == BY_RECORD || leaf->by == BY_ROW)
		*may = leaf_learn_is(leaf_learn_kinds(e, leaf), kind);
	if (leaf->by == BY_KIND)
		*must = *may;
}

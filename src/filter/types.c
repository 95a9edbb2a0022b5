/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/types.h"

#include <stdlib.h>
#include <string.h>

#include "base/stop.h"

static int compare_type(const void *a, const void *b)
{
	const struct type_count *x = a, *y = b;

	return x->type < y->type ? -1 : x->type > y->type;
}

static void add_type(struct type_counts *types, uint32_t type, uint64_t count)
{
	struct type_count *t;

	for (size_t i = 0; i < types->list.n; i++) {
		if (types->list.v[i].type == type) {
			types->list.v[i].count += count;
			return;
		}
	}
	t = vec_add(&types->list);
	t->type = type;
	t->count = count;
}

/* Count each kind, then add up the kinds of one type. */
void types_count(const struct index *index, const _Atomic bool *stop, struct type_counts *types)
{
	uint64_t blocks = index_blocks(index);
	VEC(uint64_t) kinds = { 0 };

	memset(types, 0, sizeof(*types));
	for (uint64_t i = 0; i < blocks && !stop_wanted(stop); i++) {
		struct block block;
		const uint64_t *v;

		if (!index_load(index, i, &block))
			continue;
		v = block_column(&block, COL_KIND);
		while (kinds.n < index_kinds(index))
			vec_push(&kinds, 0);
		for (uint32_t k = 0; k < block.desc.rows; k++)
			if (v[k] < kinds.n)
				kinds.v[v[k]]++;
		block_close(&block);
	}
	for (size_t k = 0; k < kinds.n; k++) {
		uint32_t type = index_kind(index, k)->entry.type;

		if (kinds.v[k] && type != RECORD_DAMAGE)
			add_type(types, type, kinds.v[k]);
	}
	vec_release(&kinds);
	if (types->list.n)
		qsort(types->list.v, types->list.n, sizeof(*types->list.v), compare_type);
}

void types_release(struct type_counts *types)
{
	vec_release(&types->list);
}

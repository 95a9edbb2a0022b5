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

/* Add rows to the type of their kind. */
static void add_kind(const struct index *index, uint64_t kind, uint64_t rows,
		     struct type_counts *types)
{
	uint32_t type = index_kind(index, kind)->entry.type;
	struct type_count *t;

	if (!rows || type == RECORD_DAMAGE)
		return;
	for (size_t i = 0; i < types->list.n; i++) {
		if (types->list.v[i].type == type) {
			types->list.v[i].count += rows;
			return;
		}
	}
	t = vec_add(&types->list);
	t->type = type;
	t->count = rows;
}

/* Add the rows of each kind in all blocks. */
static void count_blocks(const struct index *index, const _Atomic bool *stop,
			 struct type_counts *types)
{
	uint64_t blocks = index_blocks(index);
	VEC(uint64_t) kinds = { 0 };

	for (uint64_t i = 0; i < blocks && !stop_wanted(stop); i++) {
		struct block block;
		const uint64_t *v;

		if (!index_load(index, i, &block))
			continue;
		v = block_column(&block, COL_KIND);
		vec_fill(&kinds, index_kinds(index));
		for (uint32_t k = 0; k < block.desc.rows; k++)
			if (v[k] < kinds.n)
				kinds.v[v[k]]++;
		block_close(&block);
	}
	for (size_t k = 0; k < kinds.n; k++)
		add_kind(index, k, kinds.v[k], types);
	vec_release(&kinds);
}

void types_count(const struct index *index, const _Atomic bool *stop, struct type_counts *types)
{
	memset(types, 0, sizeof(*types));
	if (index_is_counted(index))
		for (uint64_t k = 0; k < index_kinds(index); k++)
			add_kind(index, k, index_kind_rows(index, k), types);
	else
		count_blocks(index, stop, types);
	if (types->list.n)
		qsort(types->list.v, types->list.n, sizeof(*types->list.v), compare_type);
}

void types_release(struct type_counts *types)
{
	vec_release(&types->list);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spantable.h"

#include <string.h>

#include "base/search.h"

void spantable_release(struct spantable *t)
{
	spill_array_release(&t->begins);
	spill_array_release(&t->ends);
	spill_array_release(&t->rets);
	spill_array_release(&t->wakeups);
	spill_array_release(&t->offs);
	spill_array_release(&t->rows);
	vec_release(&t->rows_of);
	vec_release(&t->first[SPAN_BEGINS]);
	vec_release(&t->first[SPAN_ENDS]);
}

static void count_rows(struct span_rows *rows, enum span_side side, uint32_t *n)
{
	*n = 0;
	for (size_t i = 0; i < SPAN_WORDS; i++) {
		rows->before[side][i] = (uint16_t)*n;
		*n += (uint32_t)__builtin_popcountll(rows->bits[side][i]);
	}
}

void spantable_add_block(struct spantable *t, const uint64_t *begins, const uint64_t *ends)
{
	struct span_rows rows;
	uint32_t n[2];

	/* cppcheck-suppress uninitvar ; an address that is written to */
	memcpy(rows.bits[SPAN_BEGINS], begins, sizeof(rows.bits[0]));
	memcpy(rows.bits[SPAN_ENDS], ends, sizeof(rows.bits[0]));
	for (enum span_side side = SPAN_BEGINS; side <= SPAN_ENDS; side++) {
		count_rows(&rows, side, &n[side]);
		if (!t->first[side].n)
			vec_push(&t->first[side], 0);
		t->n[side] += n[side];
		vec_push(&t->first[side], t->n[side]);
	}
	if (!n[SPAN_BEGINS] && !n[SPAN_ENDS]) {
		vec_push(&t->rows_of, 0);
		return;
	}
	/* Double the size each time, because growing may copy the array. */
	if ((t->n_rows & (t->n_rows - 1)) == 0)
		spill_array_resize(&t->rows, (t->n_rows ? 2 * t->n_rows : 1) * sizeof(rows),
				   t->spool_dir);
	((struct span_rows *)t->rows.p)[t->n_rows++] = rows;
	vec_push(&t->rows_of, (uint32_t)t->n_rows);
}

static void make_room(struct spill_array *array, uint64_t n, size_t size, const char *spool_dir)
{
	if (!n)
		return;
	spill_array_resize(array, n * size, spool_dir);
	/* A new file contains zeros. */
	if (!array->mapped)
		memset(array->p, 0, n * size);
}

/* Store the row of each entry of a block. */
static void place_entries(struct spantable *t, uint64_t block)
{
	const struct span_rows *rows = spantable_rows(t, block);
	uint64_t begin = t->first[SPAN_BEGINS].v[block], end = t->first[SPAN_ENDS].v[block];

	for (uint32_t i = 0; rows && i < SPAN_WORDS; i++) {
		uint32_t at = i * 64;

		for (uint64_t bits = rows->bits[SPAN_BEGINS][i]; bits; bits &= bits - 1)
			spantable_begin(t, ++begin)->at =
				(uint16_t)(at + (uint32_t)__builtin_ctzll(bits));
		for (uint64_t bits = rows->bits[SPAN_ENDS][i]; bits; bits &= bits - 1)
			spantable_end(t, ++end)->at =
				(uint16_t)(at + (uint32_t)__builtin_ctzll(bits));
	}
}

void spantable_alloc(struct spantable *t)
{
	uint64_t n = t->n[SPAN_BEGINS];

	make_room(&t->begins, n, sizeof(struct span_begin), t->spool_dir);
	make_room(&t->ends, t->n[SPAN_ENDS], sizeof(struct span_end), t->spool_dir);
	if (t->has_rets)
		make_room(&t->rets, n, sizeof(int64_t), t->spool_dir);
	if (t->has_wakeups)
		make_room(&t->wakeups, n, sizeof(uint64_t), t->spool_dir);
	if (t->has_offs)
		make_room(&t->offs, n, sizeof(uint64_t), t->spool_dir);
	for (uint64_t block = 0; block < t->rows_of.n; block++)
		place_entries(t, block);
}

uint64_t spantable_block_of(const struct spantable *t, uint64_t begin, uint64_t near)
{
	uint64_t last = t->first[SPAN_BEGINS].n - 1;

	if (near < last && t->first[SPAN_BEGINS].v[near] < begin &&
	    begin <= t->first[SPAN_BEGINS].v[near + 1])
		return near;

	/* Find the last block that begins at or before the entry. */
	return search_first(1, last, i, t->first[SPAN_BEGINS].v[i] < begin) - 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spantable.h"

#include <string.h>

void spantable_release(struct spantable *t)
{
	bulk_release(&t->begins);
	bulk_release(&t->ends);
	bulk_release(&t->rets);
	bulk_release(&t->wakeups);
	vec_release(&t->first_begin);
	vec_release(&t->first_end);
}

void spantable_add_block(struct spantable *t, uint32_t begins, uint32_t ends)
{
	if (!t->first_begin.n) {
		vec_push(&t->first_begin, 0);
		vec_push(&t->first_end, 0);
	}
	t->n_begins += begins;
	t->n_ends += ends;
	vec_push(&t->first_begin, t->n_begins);
	vec_push(&t->first_end, t->n_ends);
}

static void make_room(struct bulk *bulk, uint64_t n, size_t size, const char *spool_dir)
{
	if (!n)
		return;
	bulk_resize(bulk, n * size, spool_dir);
	memset(bulk->p, 0, n * size);
}

void spantable_alloc(struct spantable *t, const char *spool_dir)
{
	make_room(&t->begins, t->n_begins, sizeof(struct span_begin), spool_dir);
	make_room(&t->ends, t->n_ends, sizeof(struct span_end), spool_dir);
	if (t->has_rets)
		make_room(&t->rets, t->n_begins, sizeof(int64_t), spool_dir);
	if (t->has_wakeups)
		make_room(&t->wakeups, t->n_begins, sizeof(uint64_t), spool_dir);
}

uint64_t spantable_find_begin(const struct spantable *t, uint64_t block, uint32_t at)
{
	uint64_t lo, hi, end;

	if (block + 1 >= t->first_begin.n)
		return 0;
	lo = t->first_begin.v[block];
	hi = end = t->first_begin.v[block + 1];
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (spantable_begin(t, mid + 1)->at < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < end && spantable_begin(t, lo + 1)->at == at ? lo + 1 : 0;
}

uint64_t spantable_find_end(const struct spantable *t, uint64_t block, uint32_t at)
{
	uint64_t lo, hi, end;

	if (block + 1 >= t->first_end.n)
		return 0;
	lo = t->first_end.v[block];
	hi = end = t->first_end.v[block + 1];
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (spantable_end(t, mid + 1)->at < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < end && spantable_end(t, lo + 1)->at == at ? lo + 1 : 0;
}

uint64_t spantable_block_of(const struct spantable *t, uint64_t begin)
{
	uint64_t lo = 0, hi = t->first_begin.n - 1;

	/* The last block that begins at or before it. */
	while (hi - lo > 1) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (t->first_begin.v[mid] < begin)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

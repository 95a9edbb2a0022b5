/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/sort.h"

#include <string.h>

#include "base/search.h"
#include "index/index_private.h"

uint32_t sort_before(const struct order_entry *v, uint32_t n, const struct order_entry *e)
{
	return (uint32_t)search_first(0, n, i, entry_before(&v[i], e));
}

static bool all_timed(const uint64_t *time, uint32_t n)
{
	bool all = true;

	for (uint32_t i = 0; i < n; i++)
		all &= block_is_time(time[i]);
	return all;
}

static void keys_in_file(struct block *block, uint32_t streams, struct order_entry *out)
{
	const uint64_t *time = block_column(block, COL_TIME);
	struct order_carry carry = block->desc.carry;
	uint64_t row = block->desc.first_row;
	uint32_t n = block->desc.rows;

	/* Streams only matter for rows without a time, and most blocks have no such rows. */
	if (all_timed(time, n)) {
		for (uint32_t i = 0; i < n; i++)
			out[i] = (struct order_entry){ time[i], row + i };
		return;
	}
	block_offsets(block);
	for (uint32_t i = 0; i < n; i++) {
		unsigned inflated = block->stream[i] >= streams; /* of order_carry.last */

		if (block_is_time(time[i]))
			carry.last[inflated] = time[i];
		out[i] = (struct order_entry){ carry.last[inflated], row + i };
	}
}

static bool is_sorted(const struct order_entry *v, uint32_t n)
{
	bool sorted = true;

	for (uint32_t i = 1; i < n; i++)
		sorted &= v[i].key >= v[i - 1].key;
	return sorted;
}

static void reverse(struct order_entry *v, uint32_t n)
{
	for (uint32_t i = 0; i < n / 2; i++) {
		struct order_entry other = v[n - 1 - i];

		v[n - 1 - i] = v[i];
		v[i] = other;
	}
}

/* Find the ends of the existing runs. Falling runs are reversed. */
static uint32_t find_runs(struct order_entry *v, uint32_t n, uint16_t *end)
{
	uint32_t runs = 0;

	for (uint32_t at = 0; at < n;) {
		uint32_t i = at + 1;

		if (i < n && v[i].key < v[at].key) {
			while (i < n && v[i].key < v[i - 1].key)
				i++;
			reverse(v + at, i - at);
		}
		while (i < n && v[i].key >= v[i - 1].key)
			i++;
		end[runs++] = (uint16_t)i;
		at = i;
	}
	return runs;
}

/*
 * Merge two runs. Of equal keys, the entries of the first run come first, because its rows are
 * earlier.
 */
static void merge(const struct order_entry *a, const struct order_entry *a_end,
		  const struct order_entry *b, const struct order_entry *b_end,
		  struct order_entry *out)
{
	while (a < a_end && b < b_end)
		*out++ = b->key < a->key ? *b++ : *a++;
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	out += a_end - a;
	memcpy(out, b, (size_t)(b_end - b) * sizeof(*b));
}

/* Merge pairs of neighbouring runs. Returns the number of remaining runs. */
static uint32_t merge_pairs(const struct order_entry *from, struct order_entry *to, uint16_t *end,
			    uint32_t runs)
{
	uint32_t start = 0, left = 0;

	for (uint32_t i = 0; i < runs; i += 2) {
		uint32_t mid = end[i], last = i + 1 < runs ? end[i + 1] : mid;

		merge(from + start, from + mid, from + mid, from + last, to + start);
		end[left++] = (uint16_t)last;
		start = last;
	}
	return left;
}

static void sort(struct order_entry *out, uint32_t n, struct order_entry *room)
{
	struct order_entry *from = out, *to = room;
	uint16_t end[BLOCK_ROWS];
	uint32_t runs;

	for (runs = find_runs(out, n, end); runs > 1;) {
		struct order_entry *other = from;

		runs = merge_pairs(from, to, end, runs);
		from = to;
		to = other;
	}
	if (from != out)
		memcpy(out, from, n * sizeof(*out));
}

bool sort_load(const struct index *index, uint64_t number, bool sorted, struct order_entry *out,
	       struct order_entry *room)
{
	struct block block;
	bool ok;

	if (!index_load(index, number, &block))
		return false;
	keys_in_file(&block, (uint32_t)index->file->streams.n, out);
	if (sorted && !is_sorted(out, block.desc.rows))
		sort(out, block.desc.rows, room);
	ok = !block.bad;
	block_close(&block);
	return ok;
}

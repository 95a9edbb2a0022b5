/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/numeric_stats.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

enum {
	RANGE_BITS = 9, /* each power of two is divided into 2^9 ranges */
	DECIMALS = 1000000,
	ROUNDED = 10000 /* rounded numbers are less than this, in units of their last digit */
};

/* A number and its count. */
struct number_slot {
	uint64_t number; /* its absolute value; on a coarse side the least of its range */
	uint64_t count;	 /* 0: the slot is free */
};

struct sketch_side {
	struct hash slots;
	bool coarse;
};

struct sketch {
	struct sketch_side sides[2]; /* numbers from 0 up, and negative numbers */
};

/* Return the width of a number's range, as the number of cleared bits. */
static unsigned range_shift(uint64_t v)
{
	unsigned bits = v ? 64 - (unsigned)__builtin_clzll(v) : 0;

	return bits > RANGE_BITS + 1 ? bits - RANGE_BITS - 1 : 0;
}

static uint64_t range_start(uint64_t v)
{
	unsigned shift = range_shift(v);

	return v >> shift << shift;
}

static bool is_used(const void *slot)
{
	return ((const struct number_slot *)slot)->count;
}

static uint64_t hash_of(const void *slot, const void *arg)
{
	(void)arg;
	return hash_u64(((const struct number_slot *)slot)->number);
}

static bool is_same(const void *slot, const void *number)
{
	return ((const struct number_slot *)slot)->number == *(const uint64_t *)number;
}

static const struct hash_kind kind = { sizeof(struct number_slot), false, is_used, hash_of };

static void count_number(struct sketch_side *side, uint64_t number, uint64_t count)
{
	struct number_slot *slot;

	if (side->coarse)
		number = range_start(number);
	slot = hash_put(&side->slots, &kind, NULL, hash_u64(number), is_same, &number);
	slot->number = number;
	slot->count += count;
}

/* From now on, keep only ranges of numbers. */
static void make_coarse(struct sketch_side *side)
{
	struct hash exact = side->slots;
	const struct number_slot *slot;
	size_t i = 0;

	side->coarse = true;
	side->slots = (struct hash){ NULL };
	while ((slot = hash_next(&exact, &kind, &i)))
		count_number(side, slot->number, slot->count);
	hash_release(&exact);
}

static void add_count(struct sketch_side *side, uint64_t number, uint64_t count)
{
	count_number(side, number, count);
	if (!side->coarse && side->slots.n > NUMERIC_STATS_EXACT)
		make_coarse(side);
}

static size_t sketch_bytes(const struct sketch *sketch)
{
	if (!sketch)
		return 0;
	return sizeof(*sketch) + hash_memory(&sketch->sides[0].slots, &kind) +
	       hash_memory(&sketch->sides[1].slots, &kind);
}

size_t numeric_stats_add(struct numeric_stats *t, int128 number, bool percentiles)
{
	size_t before;

	if (!t->n || number < t->least)
		t->least = number;
	if (!t->n || number > t->greatest)
		t->greatest = number;
	t->n++;
	t->sum += number;
	if (!percentiles)
		return 0;
	before = sketch_bytes(t->sketch);
	if (!t->sketch)
		t->sketch = mem_zalloc(sizeof(*t->sketch));
	add_count(&t->sketch->sides[number < 0], (uint64_t)(number < 0 ? -number : number), 1);
	return sketch_bytes(t->sketch) - before;
}

/* Merge; if one side is coarse, the result is. */
static void merge_side(struct sketch_side *side, const struct sketch_side *other)
{
	const struct number_slot *slot;
	size_t i = 0;

	if (other->coarse && !side->coarse)
		make_coarse(side);
	while ((slot = hash_next(&other->slots, &kind, &i)))
		add_count(side, slot->number, slot->count);
}

size_t numeric_stats_merge(struct numeric_stats *t, const struct numeric_stats *other)
{
	size_t before = sketch_bytes(t->sketch);

	t->unknown += other->unknown;
	if (!other->n)
		return 0;
	if (!t->n || other->least < t->least)
		t->least = other->least;
	if (!t->n || other->greatest > t->greatest)
		t->greatest = other->greatest;
	t->n += other->n;
	t->sum += other->sum;
	if (!other->sketch)
		return 0;
	if (!t->sketch)
		t->sketch = mem_zalloc(sizeof(*t->sketch));
	merge_side(&t->sketch->sides[0], &other->sketch->sides[0]);
	merge_side(&t->sketch->sides[1], &other->sketch->sides[1]);
	return sketch_bytes(t->sketch) - before;
}

void numeric_stats_release(struct numeric_stats *t)
{
	if (t->sketch) {
		hash_release(&t->sketch->sides[0].slots);
		hash_release(&t->sketch->sides[1].slots);
	}
	free(t->sketch);
	memset(t, 0, sizeof(*t));
}

static void put_side(const struct sketch_side *side, struct buf *out)
{
	uint64_t n = side->slots.n;
	const struct number_slot *slot;
	size_t i = 0;

	buf_addc(out, side->coarse);
	buf_add(out, &n, sizeof(n));
	while ((slot = hash_next(&side->slots, &kind, &i)))
		buf_add(out, slot, sizeof(*slot));
}

void numeric_stats_put(const struct numeric_stats *t, struct buf *out)
{
	buf_add(out, t, sizeof(*t));
	if (!t->sketch)
		return;
	put_side(&t->sketch->sides[0], out);
	put_side(&t->sketch->sides[1], out);
}

static const char *take_side(struct sketch_side *side, const char *p)
{
	uint64_t n;

	side->coarse = *p++;
	memcpy(&n, p, sizeof(n));
	p += sizeof(n);
	for (uint64_t i = 0; i < n; i++) {
		struct number_slot slot;

		memcpy(&slot, p, sizeof(slot));
		p += sizeof(slot);
		add_count(side, slot.number, slot.count);
	}
	return p;
}

/* The stored pointer only means that there is a sketch. */
const char *numeric_stats_take(struct numeric_stats *t, const char *p)
{
	memcpy(t, p, sizeof(*t));
	p += sizeof(*t);
	if (!t->sketch)
		return p;
	t->sketch = mem_zalloc(sizeof(*t->sketch));
	p = take_side(&t->sketch->sides[0], p);
	return take_side(&t->sketch->sides[1], p);
}

static int compare_slots(const void *pa, const void *pb)
{
	const struct number_slot *a = pa, *b = pb;

	return a->number < b->number ? -1 : a->number > b->number;
}

/* Return the used slots, sorted by number. The caller frees them. */
static struct number_slot *sorted_slots(const struct sketch_side *side)
{
	struct number_slot *list = mem_alloc((side->slots.n + 1) * sizeof(*list));
	const struct number_slot *slot;
	size_t n = 0, i = 0;

	while ((slot = hash_next(&side->slots, &kind, &i)))
		list[n++] = *slot;
	qsort(list, n, sizeof(*list), compare_slots);
	return list;
}

/* Find the number of a side that has *rank others before it, if there are so many. */
static bool find_rank(const struct sketch_side *side, bool negative, uint64_t *rank, int128 *found)
{
	struct number_slot *list = sorted_slots(side);
	size_t n = side->slots.n;
	bool done = false;

	for (size_t i = 0; i < n && !done; i++) {
		const struct number_slot *slot = &list[negative ? n - 1 - i : i];
		uint64_t number = slot->number;

		if (*rank >= slot->count) {
			*rank -= slot->count;
			continue;
		}
		if (side->coarse)
			number += ((1ull << range_shift(number)) - 1) / 2;
		*found = negative ? -(int128)number : (int128)number;
		done = true;
	}
	free(list);
	return done;
}

int128 numeric_stats_percentile(const struct numeric_stats *t, uint32_t millionths)
{
	unsigned __int128 share = (unsigned __int128)t->n * millionths;
	uint64_t rank = (uint64_t)((share + DECIMALS - 1) / DECIMALS);
	int128 found = t->greatest;

	rank = rank ? rank - 1 : 0;
	if (!find_rank(&t->sketch->sides[1], true, &rank, &found))
		find_rank(&t->sketch->sides[0], false, &rank, &found);
	if (found < t->least)
		return t->least;
	return found > t->greatest ? t->greatest : found;
}

uint64_t numeric_stats_distinct(const struct numeric_stats *t)
{
	uint64_t n = 0;

	for (size_t i = 0; t->sketch && i < 2; i++) {
		if (t->sketch->sides[i].coarse)
			return NUMERIC_STATS_EXACT + 1;
		n += t->sketch->sides[i].slots.n;
	}
	return n > NUMERIC_STATS_EXACT ? NUMERIC_STATS_EXACT + 1 : n;
}

/* Return the place of a number among the heights of a shape. */
static size_t shape_place(uint64_t number)
{
	uint64_t least = number / NUMERIC_SHAPE_LEAST;
	size_t place = least ? (63 - (size_t)__builtin_clzll(least)) / 2 : 0;

	return place < NUMERIC_SHAPE ? place : NUMERIC_SHAPE - 1;
}

int128 numeric_stats_shape(const struct numeric_stats *t)
{
	uint64_t counts[NUMERIC_SHAPE] = { 0 }, most = 0;
	const struct number_slot *slot;
	size_t i = 0;
	unsigned __int128 shape = 0;

	while (t->sketch && (slot = hash_next(&t->sketch->sides[0].slots, &kind, &i)))
		counts[shape_place(slot->number)] += slot->count;
	for (i = 0; i < NUMERIC_SHAPE; i++)
		most = counts[i] > most ? counts[i] : most;
	for (i = 0; most && i < NUMERIC_SHAPE; i++) {
		unsigned __int128 height = (unsigned __int128)counts[i] * 127 / most;

		shape |= (counts[i] && !height ? 1 : height) << 8 * i;
	}
	return (int128)shape;
}

static unsigned __int128 magnitude(int128 v)
{
	return v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;
}

void int128_text(struct buf *out, int128 v)
{
	unsigned __int128 left = magnitude(v);
	char digits[40];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + (unsigned)(left % 10));
		left /= 10;
	} while (left);
	if (v < 0)
		buf_addc(out, '-');
	buf_add(out, digits + at, sizeof(digits) - at);
}

int128 numeric_stats_mean(const struct numeric_stats *t)
{
	unsigned __int128 sum = magnitude(t->sum);
	uint64_t part = (uint64_t)(((sum % t->n) * DECIMALS * 2 + t->n) / t->n / 2);
	int128 mean = (int128)(sum / t->n * DECIMALS + part);

	return t->sum < 0 ? -mean : mean;
}

void int128_millionths_text(struct buf *out, int128 v)
{
	unsigned __int128 all = magnitude(v);
	unsigned part = (unsigned)(all % DECIMALS);

	if (v < 0)
		buf_addc(out, '-');
	int128_text(out, (int128)(all / DECIMALS));
	if (!part)
		return;
	buf_addf(out, ".%06u", part);
	while (out->p[out->len - 1] == '0')
		buf_truncate(out, out->len - 1);
}

/* Round to a multiple of the unit. */
static int128 rounded(int128 v, unsigned __int128 unit)
{
	unsigned __int128 all = (magnitude(v) + unit / 2) / unit * unit;

	return v < 0 ? -(int128)all : (int128)all;
}

void int128_decimals_text(struct buf *out, int128 v, unsigned decimals)
{
	unsigned unit = DECIMALS;
	unsigned __int128 all;

	for (unsigned i = 0; i < decimals; i++)
		unit /= 10;
	v = rounded(v, unit);
	all = magnitude(v);
	if (v < 0)
		buf_addc(out, '-');
	int128_text(out, (int128)(all / DECIMALS));
	if (decimals)
		buf_addf(out, ".%0*u", (int)decimals, (unsigned)(all % DECIMALS) / unit);
}

void int128_rounded_text(struct buf *out, int128 v)
{
	unsigned __int128 unit = 1;

	while (unit < DECIMALS && magnitude(v) / unit >= ROUNDED)
		unit *= 10;
	int128_millionths_text(out, rounded(v, unit));
}

int128 int128_whole(int128 v)
{
	return rounded(v, DECIMALS) / DECIMALS;
}

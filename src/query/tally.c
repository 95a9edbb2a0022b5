/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	RANGE_BITS = 9, /* a power of two is cut into 2^9 ranges */
	SLOTS_FIRST = 4,
	DECIMALS = 1000000,
	ROUNDED = 10000 /* what is rounded for people has less, in its last digit's units */
};

/* How often each number came: open addressing. */
struct side {
	struct slot {
		uint64_t number; /* its absolute value, of a coarse side the least of its range */
		uint64_t count;	 /* 0: the slot is free */
	} * slots;
	size_t n, mask;
	bool coarse;
};

struct sketch {
	struct side sides[2]; /* of numbers from 0 up, and below 0 */
};

/* The width of a number's range, as the bits that are cleared. */
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

static struct slot *find_slot(const struct side *side, uint64_t number)
{
	size_t i = (number * 0x9e3779b97f4a7c15u >> 32) & side->mask;

	while (side->slots[i].count && side->slots[i].number != number)
		i = (i + 1) & side->mask;
	return &side->slots[i];
}

static void count_number(struct side *side, uint64_t number, uint64_t count)
{
	struct slot *slot;

	if (side->coarse)
		number = range_start(number);
	slot = find_slot(side, number);
	side->n += !slot->count;
	slot->number = number;
	slot->count += count;
}

static size_t side_bytes(const struct side *side)
{
	return side->slots ? (side->mask + 1) * sizeof(*side->slots) : 0;
}

static void rebuild(struct side *side, size_t slots)
{
	struct side bigger = { .mask = slots - 1, .coarse = side->coarse };

	bigger.slots = mem_zalloc(slots * sizeof(*bigger.slots));
	for (size_t i = 0; side->slots && i <= side->mask; i++)
		if (side->slots[i].count)
			count_number(&bigger, side->slots[i].number, side->slots[i].count);
	free(side->slots);
	*side = bigger;
}

static void add_count(struct side *side, uint64_t number, uint64_t count)
{
	if (!side->slots)
		rebuild(side, SLOTS_FIRST);
	else if (2 * side->n > side->mask)
		rebuild(side, 2 * (side->mask + 1));
	count_number(side, number, count);
	if (!side->coarse && side->n > TALLY_EXACT) {
		side->coarse = true;
		rebuild(side, side->mask + 1);
	}
}

static size_t sketch_bytes(const struct sketch *sketch)
{
	if (!sketch)
		return 0;
	return sizeof(*sketch) + side_bytes(&sketch->sides[0]) + side_bytes(&sketch->sides[1]);
}

size_t tally_add(struct tally *t, int128 number, bool percentiles)
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

/* Coarse numbers make what they come to coarse. */
static void merge_side(struct side *side, const struct side *other)
{
	if (other->coarse && !side->coarse) {
		side->coarse = true;
		rebuild(side, side->slots ? side->mask + 1 : SLOTS_FIRST);
	}
	for (size_t i = 0; other->slots && i <= other->mask; i++)
		if (other->slots[i].count)
			add_count(side, other->slots[i].number, other->slots[i].count);
}

size_t tally_merge(struct tally *t, const struct tally *other)
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

void tally_release(struct tally *t)
{
	if (t->sketch) {
		free(t->sketch->sides[0].slots);
		free(t->sketch->sides[1].slots);
	}
	free(t->sketch);
	memset(t, 0, sizeof(*t));
}

static void put_side(const struct side *side, struct buf *out)
{
	uint64_t n = side->n;

	buf_addc(out, side->coarse);
	buf_add(out, &n, sizeof(n));
	for (size_t i = 0; side->slots && i <= side->mask; i++)
		if (side->slots[i].count)
			buf_add(out, &side->slots[i], sizeof(side->slots[i]));
}

void tally_put(const struct tally *t, struct buf *out)
{
	buf_add(out, t, sizeof(*t));
	if (!t->sketch)
		return;
	put_side(&t->sketch->sides[0], out);
	put_side(&t->sketch->sides[1], out);
}

static const char *take_side(struct side *side, const char *p)
{
	uint64_t n;

	side->coarse = *p++;
	memcpy(&n, p, sizeof(n));
	p += sizeof(n);
	for (uint64_t i = 0; i < n; i++) {
		struct slot slot;

		memcpy(&slot, p, sizeof(slot));
		p += sizeof(slot);
		add_count(side, slot.number, slot.count);
	}
	return p;
}

/* The pointer to the sketch tells only that there was one. */
const char *tally_take(struct tally *t, const char *p)
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
	const struct slot *a = pa, *b = pb;

	return a->number < b->number ? -1 : a->number > b->number;
}

/* The slots that hold something, by their numbers; the caller frees them. */
static struct slot *sorted_slots(const struct side *side)
{
	struct slot *list = mem_alloc((side->n + 1) * sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; side->slots && i <= side->mask; i++)
		if (side->slots[i].count)
			list[n++] = side->slots[i];
	qsort(list, n, sizeof(*list), compare_slots);
	return list;
}

/* Of a side, the number that has rank others before it, where it has so many. */
static bool find_rank(const struct side *side, bool negative, uint64_t *rank, int128 *found)
{
	struct slot *list = sorted_slots(side);
	bool done = false;

	for (size_t i = 0; i < side->n && !done; i++) {
		const struct slot *slot = &list[negative ? side->n - 1 - i : i];
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

int128 tally_percentile(const struct tally *t, uint32_t millionths)
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

uint64_t tally_distinct(const struct tally *t)
{
	uint64_t n = 0;

	for (size_t i = 0; t->sketch && i < 2; i++) {
		if (t->sketch->sides[i].coarse)
			return TALLY_EXACT + 1;
		n += t->sketch->sides[i].n;
	}
	return n > TALLY_EXACT ? TALLY_EXACT + 1 : n;
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

int128 tally_mean(const struct tally *t)
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

/* To a multiple of the unit. */
static int128 rounded(int128 v, unsigned __int128 unit)
{
	unsigned __int128 all = (magnitude(v) + unit / 2) / unit * unit;

	return v < 0 ? -(int128)all : (int128)all;
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

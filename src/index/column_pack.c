/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "index/bits.h"
#include "index/coding.h"
#include "index/column.h"
#include "wire/varint.h"

/*
 * Packing is half of the work of building an index. The loops over all rows have no branch that
 * depends on single values, because the processor could not foresee it, and no value that each step
 * changes, because the next step would wait for it.
 */
enum {
	EXCEPTION_BYTES = 2 + 8,
	LEAST_RUN = 2,	      /* bytes */
	FEWER_RUNS = 4,	      /* CODING_GIVEN is used if it makes runs so many times fewer */
	REPEATED_ROWS = 8,    /* are compared at once */
	MEASURED_ROWS = 1024, /* at a time, until runs are too large */
	DICT_SLOTS = 256,
	RECENT = 64,	  /* values that are found without the dictionary's hash */
	SAMPLE = 8,	  /* of BITS_GROUP numbers, so many are counted */
	LEAST_GROUPS = 32 /* if there are fewer, all are counted */
};

static void put_u64(struct buf *out, uint64_t v)
{
	store_u64((uint8_t *)buf_room(out, 8), v, false);
	buf_added(out, 8);
}

static void put_u16(struct buf *out, uint16_t v)
{
	store_u16((uint8_t *)buf_room(out, 2), v, false);
	buf_added(out, 2);
}

/* ---- runs of equal values ---- */

struct value_runs {
	size_t n, rows;
	uint16_t start[COLUMN_MAX + 1]; /* row of each; start[n]: rows */
};

/* Does each of the rows have the value of the row before it? */
static bool repeats(const uint64_t *v)
{
	return !memcmp(v, v - 1, REPEATED_ROWS * sizeof(*v));
}

/*
 * Add a run if one begins at this row, and return the number of runs. The start of the next run is
 * written in any case.
 */
static inline size_t add_run(struct value_runs *r, size_t n, const uint64_t *v, size_t row)
{
	r->start[n] = (uint16_t)row;
	return n + (v[row] != v[row - 1]);
}

/* Find the runs of further rows, up to `end`. */
static void find_runs(struct value_runs *r, const uint64_t *v, size_t end)
{
	size_t i = r->rows, n = r->n;

	if (!i)
		r->start[n++] = (uint16_t)i++;
	for (; i + REPEATED_ROWS <= end; i += REPEATED_ROWS)
		if (!repeats(v + i))
			for (size_t k = i; k < i + REPEATED_ROWS; k += 4) {
				n = add_run(r, n, v, k);
				n = add_run(r, n, v, k + 1);
				n = add_run(r, n, v, k + 2);
				n = add_run(r, n, v, k + 3);
			}
	for (; i < end; i++)
		n = add_run(r, n, v, i);
	r->n = n;
	r->rows = end;
	r->start[n] = (uint16_t)end;
}

/* bytes: of all runs. */
static void put_runs(struct buf *out, const uint64_t *v, const struct value_runs *r, size_t bytes)
{
	uint8_t *p = (uint8_t *)buf_room(out, bytes);

	for (size_t k = 0; k < r->n; k++) {
		p = varint_store(p, r->start[k + 1] - r->start[k]);
		p = varint_store(p, v[r->start[k]]);
	}
	buf_added(out, bytes);
}

/* ---- a dictionary of a few values ---- */

struct recent {
	uint64_t v;
	uint8_t id;
};

/*
 * A hash finds the values; they are numbered in order of appearance. Most values are found among
 * the recent ones, which need no hash.
 */
struct dict {
	uint64_t v[DICT_MAX];
	unsigned n; /* DICT_MAX + 1: there are more values */
	struct hash hash;
	uint8_t slots[DICT_SLOTS]; /* of the hash: numbers + 1 */
	struct recent recent[RECENT];
	uint8_t id[COLUMN_MAX]; /* the number of the value of each run */
};

static bool is_used(const void *slot)
{
	return *(const uint8_t *)slot;
}

/* A value to look up. */
struct wanted_value {
	const struct dict *d;
	uint64_t v;
};

static bool is_wanted(const void *slot, const void *key)
{
	const struct wanted_value *w = key;

	return w->d->v[*(const uint8_t *)slot - 1] == w->v;
}

static unsigned dict_seek(struct dict *d, uint64_t v)
{
	static const struct hash_kind kind = { .size = sizeof(uint8_t), .used = is_used };
	uint8_t *slot =
		hash_seek(&d->hash, &kind, hash_u64(v), is_wanted, &(struct wanted_value){ d, v });

	if (!*slot) {
		if (d->n >= DICT_MAX) {
			d->n = DICT_MAX + 1;
			return 0;
		}
		d->v[d->n++] = v;
		*slot = (uint8_t)d->n;
	}
	return *slot - 1u;
}

static inline uint8_t dict_find(struct dict *d, uint64_t v)
{
	struct recent *r = &d->recent[(v ^ v >> 3) % RECENT];

	if (r->v != v)
		*r = (struct recent){ v, (uint8_t)dict_seek(d, v) };
	return r->id;
}

static void dict_init(struct dict *d, uint64_t first)
{
	d->n = 0;
	memset(d->slots, 0, sizeof(d->slots));
	hash_use(&d->hash, d->slots, DICT_SLOTS);
	dict_seek(d, first);
	for (size_t i = 0; i < RECENT; i++)
		d->recent[i] = (struct recent){ first, 0 };
}

/* Return the size of some runs. */
static size_t measure_runs(const uint64_t *v, const struct value_runs *r, size_t from, size_t to)
{
	size_t bytes = 0;

	for (size_t k = from; k < to; k++) {
		uint64_t x = v[r->start[k]], len = r->start[k + 1] - (uint64_t)r->start[k];

		bytes += varint_size(x) + varint_size(len);
	}
	return bytes;
}

/* Add the values of some runs to the dictionary, as far as it has room. */
static void dict_add(struct dict *d, const uint64_t *v, const struct value_runs *r, size_t from,
		     size_t to)
{
	for (size_t k = from; k < to && d->n <= DICT_MAX; k++)
		d->id[k] = dict_find(d, v[r->start[k]]);
}

static size_t dict_bytes(const struct dict *d, size_t n)
{
	size_t bytes = 1 + bits_bytes(n, bits_of(d->n - 1));

	if (d->n > DICT_MAX)
		return SIZE_MAX;
	for (unsigned i = 0; i < d->n; i++)
		bytes += varint_size(d->v[i]);
	return bytes;
}

/*
 * Find the runs and fill the dictionary. Return the size as runs. SIZE_MAX: runs are larger than
 * another coding. That mostly shows long before the last row, or without measuring them.
 */
static size_t measure(struct value_runs *r, struct dict *d, const uint64_t *v, size_t n)
{
	size_t bytes = 0, known = 0, measured = 0, complete;

	r->n = r->rows = 0;
	dict_init(d, v[0]);
	while (r->rows < n) {
		size_t left = n - r->rows;

		find_runs(r, v, r->rows + (left < MEASURED_ROWS ? left : MEASURED_ROWS));
		complete = r->rows < n ? r->n - 1 : r->n;
		dict_add(d, v, r, known, complete);
		known = complete;
		if (d->n <= DICT_MAX)
			continue;
		bytes += measure_runs(v, r, measured, complete);
		measured = complete;
		if (bytes > 2 * n)
			return SIZE_MAX;
	}
	if (LEAST_RUN * r->n > dict_bytes(d, n))
		return SIZE_MAX;
	bytes += measure_runs(v, r, measured, r->n);
	return bytes <= dict_bytes(d, n) && bytes <= 2 * n ? bytes : SIZE_MAX;
}

/* Set the numbers of all rows from those of the runs. Up to seven more are written after them. */
static void spread(uint8_t *id, const struct dict *d, const struct value_runs *r)
{
	for (size_t k = 0; k < r->n; k++) {
		size_t from = r->start[k], left = r->start[k + 1] - from;

		memset(id + from, d->id[k], 8); /* most runs are short */
		if (left > 8)
			memset(id + from + 8, d->id[k], left - 8);
	}
}

static void put_dict(struct buf *out, const struct dict *d, const struct value_runs *r)
{
	uint8_t id[COLUMN_MAX + 8];

	buf_addc(out, (char)d->n);
	for (unsigned i = 0; i < d->n; i++)
		varint_put(out, d->v[i]);
	spread(id, d, r);
	bits_put_bytes(out, id, r->rows, bits_of(d->n - 1));
}

/* ---- differences ---- */

/* The numbers v[i] - base, to be packed. */
struct numbers {
	const uint64_t *v;
	size_t n;
	uint64_t base;
	unsigned width; /* with which the packed numbers and the exceptions are smallest together */
	size_t bytes;
};

/*
 * Count the numbers of each width. Most numbers have the same few widths, so four counters for each
 * width take turns.
 */
static void count_widths(uint32_t count[4][65], const struct numbers *x, size_t from, size_t to)
{
	size_t i = from;

	for (; i + 4 <= to; i += 4)
		for (size_t k = 0; k < 4; k++)
			count[k][bits_of(x->v[i + k] - x->base)]++;
	for (; i < to; i++)
		count[0][bits_of(x->v[i] - x->base)]++;
}

/* Choose the width. scale: each number that was counted stands for so many. */
static void choose_width(struct numbers *x, uint32_t count[4][65], size_t scale)
{
	size_t above = 0;

	x->bytes = SIZE_MAX;
	for (unsigned w = 64;; w--) {
		size_t cost = bits_bytes(x->n, w) + above * scale * EXCEPTION_BYTES;

		if (cost <= x->bytes) {
			x->bytes = cost;
			x->width = w;
		}
		if (!w)
			return;
		above += count[0][w] + count[1][w] + count[2][w] + count[3][w];
	}
}

static void choose_by_all(struct numbers *x)
{
	uint32_t count[4][65] = { 0 };

	count_widths(count, x, 0, x->n);
	choose_width(x, count, 1);
}

/*
 * Choose the width from a sample: of each group, numbers at another place, because values may recur
 * regularly.
 */
static void choose_by_sample(struct numbers *x)
{
	uint32_t count[4][65] = { 0 };
	size_t groups = x->n / BITS_GROUP;

	if (groups < LEAST_GROUPS) {
		choose_by_all(x);
		return;
	}
	for (size_t g = 0; g < groups; g++) {
		size_t from = g * BITS_GROUP + g * SAMPLE % BITS_GROUP;

		count_widths(count, x, from, from + SAMPLE);
	}
	choose_width(x, count, BITS_GROUP / SAMPLE);
}

/* Append the numbers with the width that was chosen. */
static void put_chosen(struct buf *out, const struct numbers *x)
{
	uint16_t rows[COLUMN_MAX];
	size_t at = out->len + 1, exceptions;
	uint8_t *p;

	buf_addc(out, (char)x->width);
	put_u16(out, 0);
	exceptions = bits_put(out, x->v, x->n, x->base, x->width, rows);
	store_u16((uint8_t *)out->p + at, (uint16_t)exceptions, false);
	p = (uint8_t *)buf_room(out, exceptions * EXCEPTION_BYTES);
	for (size_t i = 0; i < exceptions; i++, p += EXCEPTION_BYTES) {
		store_u16(p, rows[i], false);
		store_u64(p + 2, x->v[rows[i]] - x->base, false);
	}
	buf_added(out, exceptions * EXCEPTION_BYTES);
}

/* Append the numbers. If they are clearly larger than the sample has shown, all numbers decide. */
static void put_numbers(struct buf *out, struct numbers *x)
{
	size_t at = out->len, bytes = x->bytes;

	put_chosen(out, x);
	if (out->len - at <= bytes + bytes / 32 + LEAST_GROUPS)
		return;
	choose_by_all(x);
	buf_truncate(out, at);
	put_chosen(out, x);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Four numbers take turns. */
static uint64_t least(const uint64_t *v, size_t n)
{
	uint64_t a = v[n - 1], b = a, c = a, d = a;

	for (size_t i = 0; i < n / 4; i++, v += 4) {
		a = smaller(a, v[0]);
		b = smaller(b, v[1]);
		c = smaller(c, v[2]);
		d = smaller(d, v[3]);
	}
	for (size_t i = 0; i < n % 4; i++)
		a = smaller(a, v[i]);
	return smaller(smaller(a, b), smaller(c, d));
}

/* Return the first value that is not 0. There must be one. */
static uint64_t first_value(const uint64_t *v)
{
	while (!*v)
		v++;
	return *v;
}

/* Does each value have a gap? A difference can be too large to have one. */
static bool gaps_fit(const uint64_t *v, size_t n, const uint64_t *gaps)
{
	bool fit = true;

	for (size_t i = 0; i < n; i++)
		fit &= !v[i] || gaps[i];
	return fit;
}

/*
 * For CODING_GAPS: make 0 if there is no value, else the difference plus one. Return false if a
 * difference is too large for that.
 */
static bool make_gaps(const uint64_t *v, size_t n, uint64_t last, uint64_t *gaps)
{
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t gap = zigzag(v[i] - last) + 1;

		gaps[i] = v[i] ? gap : 0;
		last = v[i] ? v[i] : last;
		all |= v[i];
	}
	return !(all >> 63) || gaps_fit(v, n, gaps);
}

static void make_delta(const uint64_t *v, size_t n, uint64_t *delta)
{
	delta[0] = 0;
	for (size_t i = 1; i < n; i++)
		delta[i] = zigzag(v[i] - v[i - 1]);
}

/*
 * Store the differences to the least value or to the previous value, whichever is smaller. They are
 * on the heap: if memory is short, growing the stack by so much would kill the program.
 */
static void put_differences(struct buf *out, const uint64_t *v, size_t n)
{
	uint64_t *delta = mem_alloc(n * sizeof(*delta)), first = first_value(v);
	struct numbers plain = { .v = v, .n = n, .base = least(v, n) };
	struct numbers change = { .v = delta, .n = n };
	/* With CODING_DELTA, each 0 would cause two differences that need many bits. */
	bool gaps = !plain.base && make_gaps(v, n, first, delta);

	if (!gaps)
		make_delta(v, n, delta);
	choose_by_sample(&plain);
	choose_by_sample(&change);
	if (plain.bytes <= change.bytes) {
		buf_addc(out, CODING_PLAIN);
		put_u64(out, plain.base);
		put_numbers(out, &plain);
	} else {
		buf_addc(out, gaps ? CODING_GAPS : CODING_DELTA);
		put_u64(out, gaps ? first : v[0]);
		put_numbers(out, &change);
	}
	free(delta);
}

/* ---- columns ---- */

/* The bit (number % 64) of each number. Four numbers take turns. */
static uint64_t bits_that_occur(const uint64_t *v, size_t n)
{
	uint64_t a = 0, b = 0, c = 0, d = 0;

	for (size_t i = 0; i < n / 4; i++, v += 4) {
		a |= 1ull << (v[0] & 63);
		b |= 1ull << (v[1] & 63);
		c |= 1ull << (v[2] & 63);
		d |= 1ull << (v[3] & 63);
	}
	for (size_t i = 0; i < n % 4; i++)
		a |= 1ull << (v[i] & 63);
	return a | b | c | d;
}

static void pack(struct buf *out, const uint64_t *v, size_t n, struct dict *d)
{
	struct value_runs r;
	size_t bytes = measure(&r, d, v, n);

	if (bytes != SIZE_MAX) {
		buf_addc(out, CODING_RUNS);
		put_runs(out, v, &r, bytes);
	} else if (d->n <= DICT_MAX) {
		buf_addc(out, CODING_DICT);
		put_dict(out, d, &r);
	} else {
		put_differences(out, v, n);
	}
}

void column_pack(struct buf *out, const uint64_t *v, size_t n)
{
	struct dict d;

	pack(out, v, n, &d);
}

uint64_t column_pack_bits(struct buf *out, const uint64_t *v, size_t n)
{
	struct dict d;

	pack(out, v, n, &d);
	return d.n <= DICT_MAX ? bits_that_occur(d.v, d.n) : bits_that_occur(v, n);
}

/* For CODING_GIVEN: make the differences to the first value of the same class. */
static void make_given(const uint64_t *v, const uint64_t *given, size_t n, uint64_t *diff)
{
	uint64_t first[CLASSES] = { 0 };

	for (size_t i = 0; i < n; i++) {
		uint64_t *f = &first[given[i] % CLASSES];

		diff[i] = zigzag(v[i] - *f);
		if (!*f)
			*f = v[i];
	}
}

/* Count the runs of a column, but not many more than max. */
static size_t count_runs(const uint64_t *v, size_t n, size_t max)
{
	size_t runs = 1, i = 1;

	for (; i + REPEATED_ROWS <= n && runs <= max; i += REPEATED_ROWS)
		if (!repeats(v + i))
			for (size_t k = i; k < i + REPEATED_ROWS; k++)
				runs += v[k] != v[k - 1];
	for (; i < n && runs <= max; i++)
		runs += v[i] != v[i - 1];
	return runs;
}

void column_pack_given(struct buf *out, const uint64_t *v, const uint64_t *given, size_t n)
{
	uint64_t *diff = mem_alloc(n * sizeof(*diff));
	size_t runs;

	make_given(v, given, n, diff);
	runs = FEWER_RUNS * count_runs(diff, n, n / FEWER_RUNS);
	if (count_runs(v, n, runs) > runs) {
		buf_addc(out, CODING_GIVEN);
		column_pack(out, diff, n);
	} else {
		column_pack(out, v, n);
	}
	free(diff);
}

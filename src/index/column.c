/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/column.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "wire/varint.h"

/*
 * The codings:
 *
 * - PLAIN stores the difference to the least value, DELTA the difference to the previous value
 *   (zigzag). Both use as many bits as most of the differences need. The others are appended as
 *   exceptions.
 * - GAPS is DELTA for columns in which some rows have no value, which is 0. The difference is to
 *   the last row that has a value.
 * - RUNS is for values that repeat.
 * - DICT is for a few values in any order.
 * - GIVEN is for values that mostly depend on another column.
 */
enum coding {
	CODING_PLAIN = 0,
	CODING_DELTA = 1,
	CODING_RUNS = 2,
	CODING_DICT = 3,
	CODING_GAPS = 4,
	CODING_GIVEN = 5
};

enum {
	DICT_MAX = 64,
	EXCEPTION_BYTES = 2 + 8,
	CLASSES = 2048, /* of numbers of the other column, for CODING_GIVEN */
	FEWER_RUNS = 4	/* CODING_GIVEN is used if it makes runs so many times fewer */
};

static void put_u64(struct buf *out, uint64_t v)
{
	store_u64((uint8_t *)buf_room(out, 8), v, false);
	buf_added(out, 8);
}

static void put_u16(struct buf *out, uint16_t v)
{
	uint16_t le = htole16(v);

	buf_add(out, &le, sizeof(le));
}

static unsigned bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

static size_t bits_bytes(size_t n, unsigned width)
{
	return (n * width + 63) / 64 * 8;
}

/* Pack numbers of width bits each, starting with the lowest bit of little-endian u64s. */
struct bit_writer {
	uint8_t *p;
	uint64_t word;
	unsigned used, width;
};

static inline void put_one(struct bit_writer *w, uint64_t x)
{
	w->word |= x << w->used;
	w->used += w->width;
	if (w->used < 64)
		return;
	store_u64(w->p, w->word, false);
	w->p += 8;
	w->used -= 64;
	w->word = w->used ? x >> (w->width - w->used) : 0;
}

static struct bit_writer start_bits(struct buf *out, size_t n, unsigned width)
{
	return (struct bit_writer){
		.p = (uint8_t *)buf_room(out, bits_bytes(n, width)),
		.width = width,
	};
}

static void end_bits(struct bit_writer *w, struct buf *out, size_t n)
{
	if (w->used)
		store_u64(w->p, w->word, false);
	buf_added(out, bits_bytes(n, w->width));
}

static void put_bits(struct buf *out, const uint64_t *v, size_t n, unsigned width)
{
	struct bit_writer w = start_bits(out, n, width);
	uint64_t mask = width < 64 ? (1ull << width) - 1 : ~0ull;

	if (!width)
		return;
	for (size_t i = 0; i < n; i++)
		put_one(&w, v[i] & mask);
	end_bits(&w, out, n);
}

/* Read the number that begins at a bit. Eight bytes must be readable there. */
static inline uint64_t bits_at(const uint8_t *p, size_t bit, uint64_t mask)
{
	return load_u64(p + (bit >> 3), false) >> (bit & 7) & mask;
}

/* Read a number of any width. It must end within the 64-bit words of p. */
static uint64_t bits_across(const uint8_t *p, size_t bit, unsigned width, uint64_t mask)
{
	size_t word = bit >> 6;
	unsigned shift = bit & 63;
	uint64_t x = load_u64(p + 8 * word, false) >> shift;

	if (shift + width > 64)
		x |= load_u64(p + 8 * word + 8, false) << (64 - shift);
	return x & mask;
}

/* Return how many of n numbers bits_at() can read without reading after their last byte. */
static size_t bits_inside(size_t n, unsigned width)
{
	size_t inside;

	if (width > 57)
		return 0;
	inside = ((bits_bytes(n, width) - 8) * 8 + 7) / width + 1;
	return inside < n ? inside : n;
}

static void get_bits(struct cursor *c, uint64_t *v, size_t n, unsigned width)
{
	const uint8_t *p = cursor_take(c, bits_bytes(n, width));
	uint64_t mask = width < 64 ? (1ull << width) - 1 : ~0ull;
	size_t i, inside;

	if (!p)
		return;
	if (!width) {
		memset(v, 0, n * sizeof(*v));
		return;
	}
	inside = bits_inside(n, width);
	for (i = 0; i < inside; i++)
		v[i] = bits_at(p, i * width, mask);
	for (; i < n; i++)
		v[i] = bits_across(p, i * width, width, mask);
}

/* Return the width with which the packed numbers and the exceptions are smallest together. */
static unsigned best_width(const uint64_t *v, size_t n, size_t *bytes)
{
	size_t hist[65] = { 0 }, above = 0;
	unsigned best = 64;

	for (size_t i = 0; i < n; i++)
		hist[bits_of(v[i])]++;
	*bytes = SIZE_MAX;
	for (unsigned w = 64;; w--) {
		size_t cost = bits_bytes(n, w) + above * EXCEPTION_BYTES;

		if (cost <= *bytes) {
			*bytes = cost;
			best = w;
		}
		if (!w)
			return best;
		above += hist[w];
	}
}

static void put_patched(struct buf *out, const uint64_t *v, size_t n, unsigned width)
{
	uint64_t most = width < 64 ? (1ull << width) - 1 : ~0ull;
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += v[i] > most;
	buf_addc(out, (char)width);
	put_u16(out, (uint16_t)count);
	put_bits(out, v, n, width);
	for (size_t i = 0; count && i < n; i++) {
		if (v[i] > most) {
			count--;
			put_u16(out, (uint16_t)i);
			put_u64(out, v[i]);
		}
	}
}

static void get_patched(struct cursor *c, uint64_t *v, size_t n)
{
	unsigned width = (unsigned)cursor_uint(c, 1);
	size_t count = (size_t)cursor_uint(c, 2);

	if (width > 64)
		c->failed = true;
	if (c->failed)
		return;
	get_bits(c, v, n, width);
	for (size_t i = 0; i < count && !c->failed; i++) {
		size_t at = (size_t)cursor_uint(c, 2);
		uint64_t x = cursor_u64(c);

		if (at >= n)
			c->failed = true;
		else
			v[at] = x;
	}
}

static uint64_t zigzag(uint64_t delta)
{
	return delta << 1 ^ -(delta >> 63);
}

static uint64_t unzigzag(uint64_t v)
{
	return v >> 1 ^ -(v & 1);
}

/*
 * A dictionary of a few values in any order. A hash finds them; they are numbered in order of
 * appearance.
 */
enum {
	DICT_SLOTS = 256
};

struct dict {
	uint64_t v[DICT_MAX];
	unsigned n; /* DICT_MAX + 1: there are more values */
	struct hash hash;
	uint8_t slots[DICT_SLOTS]; /* of the hash: numbers + 1 */
	uint8_t id[COLUMN_MAX];	   /* the number of each value of the column */
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

static unsigned dict_find(struct dict *d, uint64_t v)
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

/* The result of varint_size(), without a loop: most numbers and runs are small. */
static unsigned varint_bytes(uint64_t v)
{
	return v < 128 ? 1 : ((64 - (unsigned)__builtin_clzll(v)) * 9 + 64) / 64;
}

/* Fill a run. The case of one or two rows is fast, because most runs are so short. */
static void set_numbers(uint8_t *id, size_t from, size_t to, uint8_t number)
{
	id[from] = number;
	if (to - from > 1)
		memset(id + from + 1, number, to - from - 1);
}

/* Return the end of the run that begins at a row. */
static size_t run_end(const uint64_t *v, size_t start, size_t n)
{
	size_t end = start + 1;

	while (end < n && v[end] == v[start])
		end++;
	return end;
}

/*
 * Return the size as runs, and fill the dictionary as far as possible. SIZE_MAX: neither coding is
 * useful.
 */
static size_t row_values(struct dict *d, const uint64_t *v, size_t n)
{
	size_t runs = 0;

	d->n = 0;
	memset(d->slots, 0, sizeof(d->slots));
	hash_use(&d->hash, d->slots, DICT_SLOTS);
	for (size_t start = 0, end; start < n; start = end) {
		end = run_end(v, start, n);
		runs += varint_bytes(v[start]) + varint_bytes(end - start);
		if (d->n <= DICT_MAX)
			set_numbers(d->id, start, end, (uint8_t)dict_find(d, v[start]));
		else if (runs > 2 * n)
			return SIZE_MAX;
	}
	return d->n > DICT_MAX && runs > 2 * n ? SIZE_MAX : runs;
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

static void put_runs(struct buf *out, const uint64_t *v, size_t n)
{
	for (size_t start = 0, end; start < n; start = end) {
		end = run_end(v, start, n);
		varint_put(out, end - start);
		varint_put(out, v[start]);
	}
}

static void get_runs(struct cursor *c, uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n && !c->failed;) {
		uint64_t len = varint_get(c), x = varint_get(c);

		if (!len || len > n - i)
			c->failed = true;
		for (; len && !c->failed; len--)
			v[i++] = x;
	}
}

static void put_dict(struct buf *out, const struct dict *d, size_t n)
{
	struct bit_writer w;

	buf_addc(out, (char)d->n);
	for (unsigned i = 0; i < d->n; i++)
		varint_put(out, d->v[i]);
	w = start_bits(out, n, bits_of(d->n - 1));
	if (!w.width)
		return;
	for (size_t i = 0; i < n; i++)
		put_one(&w, d->id[i]);
	end_bits(&w, out, n);
}

/* Read the values of a dictionary, and return the width of the numbers that refer to them. */
static unsigned get_dict_values(struct cursor *c, uint64_t *dict)
{
	unsigned count = (unsigned)cursor_uint(c, 1);

	if (!count || count > DICT_MAX)
		c->failed = true;
	for (unsigned i = 0; i < count && !c->failed; i++)
		dict[i] = varint_get(c);
	return c->failed ? 0 : count;
}

static void get_dict(struct cursor *c, uint64_t *v, size_t n)
{
	uint64_t dict[DICT_MAX] = { 0 };
	unsigned count = get_dict_values(c, dict);
	bool beyond = false;

	if (!count)
		return;
	get_bits(c, v, n, bits_of(count - 1));
	for (size_t i = 0; i < n && !c->failed; i++) {
		beyond |= v[i] >= count;
		v[i] = dict[v[i] % DICT_MAX];
	}
	c->failed |= beyond;
}

/* Return the first value that is not 0. There must be one. */
static uint64_t first_value(const uint64_t *v)
{
	while (!*v)
		v++;
	return *v;
}

/*
 * For CODING_GAPS: make 0 if there is no value, else the difference plus one. Return false if a
 * difference is too large for that.
 */
static bool make_gaps(const uint64_t *v, size_t n, uint64_t last, uint64_t *gaps)
{
	bool fits = true;

	for (size_t i = 0; i < n; i++) {
		uint64_t d = zigzag(v[i] - last);

		fits &= !v[i] || d != UINT64_MAX;
		gaps[i] = v[i] ? d + 1 : 0;
		last = v[i] ? v[i] : last;
	}
	return fits;
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
	uint64_t *room = mem_alloc(2 * n * sizeof(*room)), *delta = room + n, min = v[0], first;
	const uint64_t *plain;
	size_t plain_size, delta_size;
	unsigned plain_width, delta_width;
	bool gaps;

	for (size_t i = 1; i < n; i++)
		min = v[i] < min ? v[i] : min;
	for (size_t i = 0; i < n && min; i++)
		room[i] = v[i] - min;
	plain = min ? room : v;
	/* With CODING_DELTA, each 0 would cause two differences that need many bits. */
	first = first_value(v);
	gaps = !min && make_gaps(v, n, first, delta);
	if (!gaps)
		make_delta(v, n, delta);
	plain_width = best_width(plain, n, &plain_size);
	delta_width = best_width(delta, n, &delta_size);
	if (plain_size <= delta_size) {
		buf_addc(out, CODING_PLAIN);
		put_u64(out, min);
		put_patched(out, plain, n, plain_width);
	} else {
		buf_addc(out, gaps ? CODING_GAPS : CODING_DELTA);
		put_u64(out, gaps ? first : v[0]);
		put_patched(out, delta, n, delta_width);
	}
	free(room);
}

void column_pack(struct buf *out, const uint64_t *v, size_t n)
{
	struct dict d;
	size_t runs = row_values(&d, v, n), dict = dict_bytes(&d, n);

	if (runs <= dict && runs != SIZE_MAX && runs <= 2 * n) {
		buf_addc(out, CODING_RUNS);
		put_runs(out, v, n);
	} else if (dict != SIZE_MAX) {
		buf_addc(out, CODING_DICT);
		put_dict(out, &d, n);
	} else {
		put_differences(out, v, n);
	}
}

/*
 * For CODING_GIVEN: make the differences to the first value of the same class. Return whether they
 * are in far fewer runs than the values.
 */
static bool make_given(const uint64_t *v, const uint64_t *given, size_t n, uint64_t *diff)
{
	uint64_t first[CLASSES] = { 0 };
	size_t runs = 1, alone = 1;

	for (size_t i = 0; i < n; i++) {
		uint64_t *f = &first[given[i] % CLASSES];

		diff[i] = zigzag(v[i] - *f);
		if (!*f)
			*f = v[i];
		runs += i && diff[i] != diff[i - 1];
		alone += i && v[i] != v[i - 1];
	}
	return FEWER_RUNS * runs < alone;
}

void column_pack_given(struct buf *out, const uint64_t *v, const uint64_t *given, size_t n)
{
	uint64_t *diff = mem_alloc(n * sizeof(*diff));

	if (make_given(v, given, n, diff)) {
		buf_addc(out, CODING_GIVEN);
		column_pack(out, diff, n);
	} else {
		column_pack(out, v, n);
	}
	free(diff);
}

/* Turn differences into values. */
static void add_up(unsigned coding, uint64_t base, uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (coding == CODING_PLAIN)
			v[i] += base;
		else if (coding == CODING_DELTA)
			v[i] = base = base + unzigzag(v[i]);
		else if (v[i])
			v[i] = base = base + unzigzag(v[i] - 1);
	}
}

bool column_unpack(const uint8_t *p, size_t len, uint64_t *v, size_t n)
{
	struct cursor c = { .p = p, .left = len };
	unsigned coding = (unsigned)cursor_uint(&c, 1);
	uint64_t base;

	switch (coding) {
	case CODING_RUNS:
		get_runs(&c, v, n);
		break;
	case CODING_DICT:
		get_dict(&c, v, n);
		break;
	case CODING_PLAIN:
	case CODING_DELTA:
	case CODING_GAPS:
		base = cursor_u64(&c);
		get_patched(&c, v, n);
		if (!c.failed)
			add_up(coding, base, v, n);
		break;
	default:
		return false;
	}
	return !c.failed;
}

/* Turn differences to the first values of classes into values. */
static void add_given(const uint64_t *given, uint64_t *v, size_t n)
{
	uint64_t first[CLASSES] = { 0 };

	for (size_t i = 0; i < n; i++) {
		uint64_t *f = &first[given[i] % CLASSES];

		if (!v[i]) { /* nearly always */
			v[i] = *f;
			continue;
		}
		v[i] = *f + unzigzag(v[i]);
		if (!*f)
			*f = v[i];
	}
}

bool column_unpack_given(const uint8_t *p, size_t len, const uint64_t *given, uint64_t *v, size_t n)
{
	if (!len || p[0] != CODING_GIVEN)
		return column_unpack(p, len, v, n);
	if (!column_unpack(p + 1, len - 1, v, n))
		return false;
	add_given(given, v, n);
	return true;
}

/* Set the bits from..to-1. */
static void set_range(uint64_t *bits, size_t from, size_t to)
{
	for (; from < to && from % 64; from++)
		bits[from / 64] |= 1ull << from % 64;
	for (; from + 64 <= to; from += 64)
		bits[from / 64] = ~0ull;
	for (; from < to; from++)
		bits[from / 64] |= 1ull << from % 64;
}

static void match_runs(struct cursor *c, size_t n, bool (*yes)(void *arg, uint64_t v), void *arg,
		       uint64_t *bits)
{
	for (size_t i = 0; i < n && !c->failed;) {
		uint64_t len = varint_get(c), x = varint_get(c);

		if (!len || len > n - i)
			c->failed = true;
		else if (yes(arg, x))
			set_range(bits, i, i + len);
		i += len;
	}
}

/*
 * Ask yes() once for each value of the dictionary, and set the bits of the rows with accepted
 * values.
 */
static void match_dict(struct cursor *c, size_t n, bool (*yes)(void *arg, uint64_t v), void *arg,
		       uint64_t *bits)
{
	uint64_t dict[DICT_MAX], codes[COLUMN_MAX], mask = 0;
	unsigned count = get_dict_values(c, dict);

	for (unsigned i = 0; i < count; i++)
		mask |= (uint64_t)yes(arg, dict[i]) << i;
	if (!mask)
		return;
	get_bits(c, codes, n, bits_of(count - 1));
	for (size_t i = 0; i < n && !c->failed; i += 64) {
		size_t end = n - i < 64 ? n - i : 64;
		uint64_t found = 0;

		for (size_t k = 0; k < end; k++)
			found |= (mask >> (codes[i + k] % DICT_MAX) & 1) << k;
		bits[i / 64] |= found;
	}
}

bool column_match(const uint8_t *p, size_t len, size_t n, bool (*yes)(void *arg, uint64_t v),
		  void *arg, uint64_t *bits)
{
	struct cursor c = { .p = p, .left = len };
	uint64_t v[COLUMN_MAX];

	if (len && p[0] == CODING_RUNS) {
		cursor_take(&c, 1);
		match_runs(&c, n, yes, arg, bits);
		return !c.failed;
	}
	if (len && p[0] == CODING_DICT) {
		cursor_take(&c, 1);
		match_dict(&c, n, yes, arg, bits);
		return !c.failed;
	}
	if (!column_unpack(p, len, v, n))
		return false;
	for (size_t i = 0; i < n; i++)
		bits[i / 64] |= (uint64_t)yes(arg, v[i]) << i % 64;
	return true;
}

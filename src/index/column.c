/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/column.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "wire/varint.h"

/*
 * Codings. PLAIN keeps the difference to the least value, DELTA the difference to
 * the value before (zigzag), both in as many bits as most of them need; the few
 * that need more stand behind as exceptions. RUNS is for values that repeat, DICT
 * for few values in any order.
 */
enum coding {
	CODING_PLAIN = 0,
	CODING_DELTA = 1,
	CODING_RUNS = 2,
	CODING_DICT = 3
};

enum {
	DICT_MAX = 64,
	EXCEPTION_BYTES = 2 + 8
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

/* Packs numbers of width bits each from the lowest bit of little-endian u64s. */
struct bit_writer {
	uint8_t *p;
	uint64_t word;
	unsigned used, width;
};

static inline void put_one(struct bit_writer *w, uint64_t x)
{
	w->word |= x << w->used;
	if (w->used + w->width < 64) {
		w->used += w->width;
		return;
	}
	store_u64(w->p, w->word, false);
	w->p += 8;
	w->word = w->used ? x >> (64 - w->used) : 0;
	w->used = w->used + w->width - 64;
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

/* The number of width bits that begins at a bit, of which eight bytes are there. */
static inline uint64_t bits_at(const uint8_t *p, size_t bit, uint64_t mask)
{
	return load_u64(p + (bit >> 3), false) >> (bit & 7) & mask;
}

/* The same of any width, where it ends with the words of p at the latest. */
static uint64_t bits_across(const uint8_t *p, size_t bit, unsigned width, uint64_t mask)
{
	size_t word = bit >> 6;
	unsigned shift = bit & 63;
	uint64_t x = load_u64(p + 8 * word, false) >> shift;

	if (shift + width > 64)
		x |= load_u64(p + 8 * word + 8, false) << (64 - shift);
	return x & mask;
}

/* How many of n numbers can be had by bits_at() without a look behind their bytes. */
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

/* Width that makes packed numbers and exceptions smallest together. */
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
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += bits_of(v[i]) > width;
	buf_addc(out, (char)width);
	put_u16(out, (uint16_t)count);
	put_bits(out, v, n, width);
	for (size_t i = 0; i < n; i++) {
		if (bits_of(v[i]) > width) {
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

/* Few values in any order: found by a hash, numbered as they come. */
enum {
	DICT_SLOTS = 256
};

struct dict {
	uint64_t v[DICT_MAX];
	unsigned n; /* DICT_MAX + 1: more values than that */
	struct hash hash;
	uint8_t slots[DICT_SLOTS]; /* of it: numbers + 1 */
	uint8_t id[COLUMN_MAX];	   /* the number of each value of the column */
};

static bool is_used(const void *slot)
{
	return *(const uint8_t *)slot;
}

/* A value that is looked for. */
struct wanted {
	const struct dict *d;
	uint64_t v;
};

static bool is_wanted(const void *slot, const void *key)
{
	const struct wanted *w = key;

	return w->d->v[*(const uint8_t *)slot - 1] == w->v;
}

static unsigned dict_find(struct dict *d, uint64_t v)
{
	static const struct hash_kind kind = { .size = sizeof(uint8_t), .used = is_used };
	uint8_t *slot =
		hash_seek(&d->hash, &kind, hash_u64(v), is_wanted, &(struct wanted){ d, v });

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

/* Bytes as runs, and the dictionary, as far as it goes; SIZE_MAX: neither is worth it. */
static size_t gather(struct dict *d, const uint64_t *v, size_t n)
{
	size_t start = 0, runs = 0;

	d->n = 0;
	memset(d->slots, 0, sizeof(d->slots));
	hash_use(&d->hash, d->slots, DICT_SLOTS);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i] == v[i - 1])
			continue;
		runs += varint_size(v[start]) + varint_size(i - start);
		if (d->n <= DICT_MAX)
			memset(d->id + start, (int)dict_find(d, v[start]), i - start);
		start = i;
		if (d->n > DICT_MAX && runs > 2 * n)
			return SIZE_MAX;
	}
	return runs;
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
	size_t start = 0;

	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i] == v[i - 1])
			continue;
		varint_put(out, i - start);
		varint_put(out, v[start]);
		start = i;
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

/* The values of a dictionary, and the width of the numbers that stand for them. */
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

/*
 * Differences, to the least value or to the one before, whichever is smaller. They are too
 * many for a stack: where memory is short, growing that one kills the program.
 */
static void put_differences(struct buf *out, const uint64_t *v, size_t n)
{
	uint64_t *plain = mem_alloc(2 * n * sizeof(*plain)), *delta = plain + n, min = v[0];
	size_t plain_size, delta_size;
	unsigned plain_width, delta_width;

	for (size_t i = 1; i < n; i++)
		min = v[i] < min ? v[i] : min;
	plain[0] = v[0] - min;
	delta[0] = 0;
	for (size_t i = 1; i < n; i++) {
		plain[i] = v[i] - min;
		delta[i] = zigzag(v[i] - v[i - 1]);
	}
	plain_width = best_width(plain, n, &plain_size);
	delta_width = best_width(delta, n, &delta_size);
	if (plain_size <= delta_size) {
		buf_addc(out, CODING_PLAIN);
		put_u64(out, min);
		put_patched(out, plain, n, plain_width);
	} else {
		buf_addc(out, CODING_DELTA);
		put_u64(out, v[0]);
		put_patched(out, delta, n, delta_width);
	}
	free(plain);
}

void column_pack(struct buf *out, const uint64_t *v, size_t n)
{
	struct dict d;
	size_t runs = gather(&d, v, n), dict = dict_bytes(&d, n);

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
		base = cursor_u64(&c);
		get_patched(&c, v, n);
		for (size_t i = 0; i < n && !c.failed; i++) {
			if (coding == CODING_PLAIN)
				v[i] += base;
			else
				v[i] = base = base + unzigzag(v[i]);
		}
		break;
	default:
		return false;
	}
	return !c.failed;
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

/* The accepted values of the dictionary are a mask, which each row's number looks into. */
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/column.h"

#include <string.h>

#include "wire/bytes.h"

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
	PATCHED_BYTES = 8 + 1 + 2, /* base, width and number of exceptions */
	EXCEPTION_BYTES = 2 + 8
};

/* Varints: seven bits a byte, the lowest first. */
static void put_varint(struct buf *out, uint64_t v)
{
	while (v >= 0x80) {
		buf_addc(out, (char)(v | 0x80));
		v >>= 7;
	}
	buf_addc(out, (char)v);
}

static size_t varint_size(uint64_t v)
{
	size_t n = 1;

	for (; v >= 0x80; v >>= 7)
		n++;
	return n;
}

static uint64_t get_varint(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		const uint8_t *p = cursor_take(c, 1);

		if (!p)
			return 0;
		v |= (uint64_t)(*p & 0x7f) << shift;
		if (!(*p & 0x80))
			return v;
	}
	c->failed = true;
	return 0;
}

static void put_u64(struct buf *out, uint64_t v)
{
	uint64_t le = htole64(v);

	buf_add(out, &le, sizeof(le));
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

/* Numbers of width bits each, packed from the lowest bit of little-endian u64s. */
static void put_bits(struct buf *out, const uint64_t *v, size_t n, unsigned width)
{
	uint64_t word = 0, mask = width < 64 ? (1ull << width) - 1 : ~0ull;
	unsigned used = 0;

	if (!width)
		return;
	for (size_t i = 0; i < n; i++) {
		uint64_t x = v[i] & mask;

		word |= x << used;
		if (used + width >= 64) {
			put_u64(out, word);
			word = used ? x >> (64 - used) : 0;
			used = used + width - 64;
		} else {
			used += width;
		}
	}
	if (used)
		put_u64(out, word);
}

static size_t bits_bytes(size_t n, unsigned width)
{
	return (n * width + 63) / 64 * 8;
}

static void get_bits(struct cursor *c, uint64_t *v, size_t n, unsigned width)
{
	const uint8_t *p = cursor_take(c, bits_bytes(n, width));
	uint64_t mask = width < 64 ? (1ull << width) - 1 : ~0ull;
	size_t bit = 0;

	if (!p)
		return;
	if (!width) {
		memset(v, 0, n * sizeof(*v));
		return;
	}
	for (size_t i = 0; i < n; i++, bit += width) {
		size_t word = bit >> 6;
		unsigned shift = bit & 63;
		uint64_t x = load_u64(p + 8 * word, false) >> shift;

		if (shift + width > 64)
			x |= load_u64(p + 8 * word + 8, false) << (64 - shift);
		v[i] = x & mask;
	}
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
	return delta << 1 ^ (uint64_t)((int64_t)delta >> 63);
}

static uint64_t unzigzag(uint64_t v)
{
	return v >> 1 ^ -(v & 1);
}

struct facts {
	uint64_t min;
	size_t runs_bytes; /* 0 runs: too many to be worth it */
	uint64_t dict[DICT_MAX];
	unsigned dict_n; /* DICT_MAX + 1: more values than that */
};

static unsigned dict_find(const struct facts *f, uint64_t v)
{
	unsigned i = 0;

	while (i < f->dict_n && f->dict[i] != v)
		i++;
	return i;
}

static void dict_add(struct facts *f, uint64_t v)
{
	if (f->dict_n > DICT_MAX || dict_find(f, v) < f->dict_n)
		return;
	if (f->dict_n < DICT_MAX)
		f->dict[f->dict_n] = v;
	f->dict_n++;
}

static void gather(struct facts *f, const uint64_t *v, size_t n)
{
	size_t start = 0;

	*f = (struct facts){ .min = v[0] };
	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i] == v[i - 1])
			continue;
		if (v[start] < f->min)
			f->min = v[start];
		f->runs_bytes += varint_size(v[start]) + varint_size(i - start);
		dict_add(f, v[start]);
		start = i;
	}
}

static size_t dict_bytes(const struct facts *f, size_t n)
{
	size_t bytes = 1 + bits_bytes(n, bits_of(f->dict_n - 1));

	if (f->dict_n > DICT_MAX)
		return SIZE_MAX;
	for (unsigned i = 0; i < f->dict_n; i++)
		bytes += varint_size(f->dict[i]);
	return bytes;
}

static void put_runs(struct buf *out, const uint64_t *v, size_t n)
{
	size_t start = 0;

	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i] == v[i - 1])
			continue;
		put_varint(out, i - start);
		put_varint(out, v[start]);
		start = i;
	}
}

static void get_runs(struct cursor *c, uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n && !c->failed;) {
		uint64_t len = get_varint(c), x = get_varint(c);

		if (!len || len > n - i)
			c->failed = true;
		for (; len && !c->failed; len--)
			v[i++] = x;
	}
}

static void put_dict(struct buf *out, const struct facts *f, const uint64_t *v, size_t n)
{
	uint64_t at[COLUMN_MAX];

	buf_addc(out, (char)f->dict_n);
	for (unsigned i = 0; i < f->dict_n; i++)
		put_varint(out, f->dict[i]);
	for (size_t i = 0; i < n; i++)
		at[i] = i && v[i] == v[i - 1] ? at[i - 1] : dict_find(f, v[i]);
	put_bits(out, at, n, bits_of(f->dict_n - 1));
}

static void get_dict(struct cursor *c, uint64_t *v, size_t n)
{
	uint64_t dict[DICT_MAX];
	unsigned count = (unsigned)cursor_uint(c, 1);

	if (!count || count > DICT_MAX)
		c->failed = true;
	for (unsigned i = 0; i < count && !c->failed; i++)
		dict[i] = get_varint(c);
	if (c->failed)
		return;
	get_bits(c, v, n, bits_of(count - 1));
	for (size_t i = 0; i < n && !c->failed; i++) {
		if (v[i] >= count)
			c->failed = true;
		else
			v[i] = dict[v[i]];
	}
}

void column_pack(struct buf *out, const uint64_t *v, size_t n)
{
	struct facts f;
	uint64_t plain[COLUMN_MAX], delta[COLUMN_MAX];
	size_t size[4] = { 0 };
	unsigned plain_width, delta_width, best = 0;

	gather(&f, v, n);
	plain[0] = v[0] - f.min;
	delta[0] = 0;
	for (size_t i = 1; i < n; i++) {
		plain[i] = v[i] - f.min;
		delta[i] = zigzag(v[i] - v[i - 1]);
	}
	plain_width = best_width(plain, n, &size[CODING_PLAIN]);
	delta_width = best_width(delta, n, &size[CODING_DELTA]);
	size[CODING_PLAIN] += PATCHED_BYTES;
	size[CODING_DELTA] += PATCHED_BYTES;
	size[CODING_RUNS] = f.runs_bytes;
	size[CODING_DICT] = dict_bytes(&f, n);
	for (unsigned k = 1; k < 4; k++)
		if (size[k] < size[best])
			best = k;
	buf_addc(out, (char)best);
	if (best == CODING_RUNS) {
		put_runs(out, v, n);
	} else if (best == CODING_DICT) {
		put_dict(out, &f, v, n);
	} else {
		put_u64(out, best == CODING_PLAIN ? f.min : v[0]);
		put_patched(out, best == CODING_PLAIN ? plain : delta, n,
			    best == CODING_PLAIN ? plain_width : delta_width);
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

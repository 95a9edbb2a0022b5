/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/bits.h"

#include <string.h>

enum {
	STEP = 8 /* numbers among which exceptions are searched at a time */
};

/* Numbers that are written one after the other. */
struct bit_writer {
	uint8_t *p;
	uint64_t word;
	unsigned used;
};

static inline void put_one(struct bit_writer *w, uint64_t x, unsigned width)
{
	w->word |= x << w->used;
	w->used += width;
	if (w->used < 64)
		return;
	store_u64(w->p, w->word, false);
	w->p += 8;
	w->used -= 64;
	w->word = w->used ? x >> (width - w->used) : 0;
}

/* Pack BITS_GROUP numbers, of which four or two at a time are made a single one first. */
static void put_group(uint8_t *p, const uint64_t *v, unsigned width)
{
	struct bit_writer w = { .p = p };

	if (width <= 16)
		for (unsigned i = 0; i < BITS_GROUP; i += 4)
			put_one(&w,
				v[i] | v[i + 1] << width | v[i + 2] << 2 * width |
					v[i + 3] << 3 * width,
				4 * width);
	else if (width <= 32)
		for (unsigned i = 0; i < BITS_GROUP; i += 2)
			put_one(&w, v[i] | v[i + 1] << width, 2 * width);
	else
		for (unsigned i = 0; i < BITS_GROUP; i++)
			put_one(&w, v[i], width);
}

/* Copy the last n numbers, and make a whole group of them. */
static const uint64_t *fill_up(uint64_t *group, const uint64_t *v, size_t n, uint64_t base)
{
	memcpy(group, v, n * sizeof(*v));
	for (size_t i = n; i < BITS_GROUP; i++)
		group[i] = base;
	return group;
}

/* Note which of STEP numbers from a row on are larger than `most`. */
static size_t note_large(const uint64_t *v, uint64_t most, size_t row, uint16_t *rows)
{
	size_t noted = 0;

	for (size_t k = 0; k < STEP; k++) {
		rows[noted] = (uint16_t)(row + k);
		noted += v[k] > most;
	}
	return noted;
}

size_t bits_put(struct buf *out, const uint64_t *v, size_t n, uint64_t base, unsigned width,
		uint16_t *rows)
{
	uint8_t *p = (uint8_t *)buf_room(out, bits_bytes(n, width) + 8ul * width);
	uint64_t most = bits_mask(width), group[BITS_GROUP], rest[BITS_GROUP];
	size_t noted = 0;

	for (size_t from = 0; from < n; from += BITS_GROUP, p += 8ul * width) {
		const uint64_t *x = v + from;

		if (n - from < BITS_GROUP)
			x = fill_up(rest, x, n - from, base);
		for (size_t i = 0; i < BITS_GROUP; i += STEP) {
			uint64_t all = 0;

			for (size_t k = 0; k < STEP; k++) {
				group[i + k] = x[i + k] - base;
				all |= group[i + k];
			}
			if (all <= most)
				continue;
			noted += note_large(group + i, most, from + i, rows + noted);
			for (size_t k = 0; k < STEP; k++)
				group[i + k] &= most;
		}
		put_group(p, group, width);
	}
	buf_added(out, bits_bytes(n, width));
	return noted;
}

/* Join eight numbers of width bits, one in each byte, to one of eight times as many bits. */
static inline uint64_t join_bytes(uint64_t x, unsigned width)
{
	x = (x & 0x00ff00ff00ff00ff) | (x & 0xff00ff00ff00ff00) >> (8 - width);
	x = (x & 0x0000ffff0000ffff) | (x & 0xffff0000ffff0000) >> (16 - 2 * width);
	return (x & 0xffffffff) | x >> 32 << 4 * width;
}

void bits_put_bytes(struct buf *out, const uint8_t *v, size_t n, unsigned width)
{
	size_t bytes = bits_bytes(n, width);
	struct bit_writer w = { .p = (uint8_t *)buf_room(out, bytes + 16) };
	uint8_t last[8] = { 0 };

	if (!width)
		return;
	for (; n > 8; n -= 8, v += 8)
		put_one(&w, join_bytes(load_u64(v, false), width), 8 * width);
	memcpy(last, v, n);
	put_one(&w, join_bytes(load_u64(last, false), width), 8 * width);
	store_u64(w.p, w.word, false);
	buf_added(out, bytes);
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

void bits_get(struct cursor *c, uint64_t *v, size_t n, unsigned width)
{
	const uint8_t *p = cursor_take(c, bits_bytes(n, width));
	uint64_t mask = bits_mask(width);
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

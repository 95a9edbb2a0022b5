/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/column.h"

#include <string.h>

#include "index/bits.h"
#include "index/coding.h"
#include "wire/varint.h"

static void get_patched(struct cursor *c, uint64_t *v, size_t n)
{
	unsigned width = (unsigned)cursor_uint(c, 1);
	size_t count = (size_t)cursor_uint(c, 2);

	if (width > 64)
		c->failed = true;
	if (c->failed)
		return;
	bits_get(c, v, n, width);
	for (size_t i = 0; i < count && !c->failed; i++) {
		size_t at = (size_t)cursor_uint(c, 2);
		uint64_t x = cursor_u64(c);

		if (at >= n)
			c->failed = true;
		else
			v[at] = x;
	}
}

/* Set n numbers to x. Each copy doubles the length, because most columns are one long run. */
static void fill_values(uint64_t *v, size_t n, uint64_t x)
{
	size_t done = n < 64 ? n : 64;

	for (size_t i = 0; i < done; i++)
		v[i] = x;
	for (; done < n; done *= 2)
		memcpy(v + done, v, (n - done < done ? n - done : done) * sizeof(*v));
}

static void get_runs(struct cursor *c, uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n && !c->failed;) {
		uint64_t len = varint_get(c), x = varint_get(c);

		if (!len || len > n - i)
			c->failed = true;
		else
			fill_values(v + i, len, x);
		i += len;
	}
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

	if (count == 1)
		fill_values(v, n, dict[0]);
	if (count <= 1)
		return;
	bits_get(c, v, n, bits_of(count - 1));
	for (size_t i = 0; i < n && !c->failed; i++) {
		beyond |= v[i] >= count;
		v[i] = dict[v[i] % DICT_MAX];
	}
	c->failed |= beyond;
}

/* Turn differences into values. */
static void add_up(unsigned coding, uint64_t base, uint64_t *v, size_t n)
{
	if (coding == CODING_PLAIN)
		for (size_t i = 0; base && i < n; i++)
			v[i] += base;
	else if (coding == CODING_DELTA)
		for (size_t i = 0; i < n; i++)
			v[i] = base += unzigzag(v[i]);
	else
		for (size_t i = 0; i < n; i++) {
			base += v[i] ? unzigzag(v[i] - 1) : 0;
			v[i] = v[i] ? base : 0;
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
	bits_get(c, codes, n, bits_of(count - 1));
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

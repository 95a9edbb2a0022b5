/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/decimal.h"

#include <endian.h>
#include <string.h>

/*
 * The eight decimal digits of a number below 10^8, the first digit in the lowest byte.
 * Multiplications split it into halves of four digits, then into pairs, then into digits.
 */
static uint64_t eight_digits(uint32_t v)
{
	uint64_t halves = v / 10000 | (uint64_t)(v % 10000) << 32;
	uint64_t hundreds = (halves * 10486 >> 20) & 0x7f0000007full;
	uint64_t pairs = hundreds | (halves - 100 * hundreds) << 16;
	uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000full;

	return tens | (pairs - 10 * tens) << 8;
}

static const uint64_t zero_digits = 0x3030303030303030ull;

static void put_digits(char *to, uint64_t digits)
{
	digits = htole64(digits);
	memcpy(to, &digits, 8);
}

char *decimal_put_eight(char *to, uint64_t v)
{
	put_digits(to, eight_digits((uint32_t)v) + zero_digits);
	return to + 8;
}

/* Write the digits without leading zeros. */
static char *put_first(char *to, uint64_t v)
{
	uint64_t digits;
	unsigned skip;

	if (v < 10) {
		*to = (char)('0' + v);
		return to + 1;
	}
	digits = eight_digits((uint32_t)v);
	skip = (unsigned)__builtin_ctzll(digits) / 8;
	put_digits(to, (digits + zero_digits) >> 8 * skip);
	return to + 8 - skip;
}

char *decimal_put(char *to, uint64_t v)
{
	if (v < DECIMAL_EIGHT)
		return put_first(to, v);
	if (v / DECIMAL_EIGHT < DECIMAL_EIGHT) {
		to = put_first(to, v / DECIMAL_EIGHT);
	} else {
		to = put_first(to, v / DECIMAL_EIGHT / DECIMAL_EIGHT);
		to = decimal_put_eight(to, v / DECIMAL_EIGHT % DECIMAL_EIGHT);
	}
	return decimal_put_eight(to, v % DECIMAL_EIGHT);
}

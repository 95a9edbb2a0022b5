/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_TYPED_NUMBER_H
#define BASE_TYPED_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Numbers as users type them, in filters, places and arguments: 42, 0x1f, 12.5ms, 64Ki, 12.5%. A
 * decimal number can have a unit, a hexadecimal number has none.
 */
enum typed_unit {
	TYPED_NO_UNIT,
	TYPED_COUNT,   /* K, M, G, Ki, Mi, Gi */
	TYPED_TIME,    /* ns, us, ms, s */
	TYPED_PERCENT, /* of the recording's time or records */
	TYPED_BAD_UNIT /* letters that are no unit; they are not part of len */
};

#define TYPED_NS_IN_S 1000000000ull

/* The value of 1%. */
#define TYPED_ONE_PERCENT 1000000000ull

struct typed_number {
	uint64_t whole;
	uint64_t part, scale; /* the decimals are part / scale; without decimals, scale is 1 */
	enum typed_unit unit;
	uint64_t factor; /* of the unit: of a time, in ns */
	size_t pos, len; /* in the text, with its unit */
};

/*
 * Read the number at pos, where a digit must be. The text after the number can be anything, but
 * 10%3 is not a percentage. Returns ERR_PARSE with the column if the number has more than 64 bits
 * or nine decimals.
 */
int typed_number_read(struct typed_number *number, const char *text, size_t len, size_t pos,
		      struct err *err);

/*
 * Compute the value with the factor of the unit, or with `usual` if there is no unit. Returns
 * ERR_PARSE with the column if the value is not whole, does not fit into 64 bits, or is more than
 * 100%, and for TYPED_BAD_UNIT.
 */
int typed_number_value(const struct typed_number *number, uint64_t usual, uint64_t *value,
		       struct err *err);

/* Read a text that is a number without a unit, or with one of TYPED_COUNT. False: it is not. */
bool typed_number_parse_count(const char *text, uint64_t *value);

#endif

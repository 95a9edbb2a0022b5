/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_CODING_H
#define INDEX_CODING_H

#include <stdint.h>

/*
 * The first byte of a packed column (doc/index-format.md):
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
	CLASSES = 2048 /* of numbers of the other column, for CODING_GIVEN */
};

static inline uint64_t zigzag(uint64_t delta)
{
	return delta << 1 ^ -(delta >> 63);
}

static inline uint64_t unzigzag(uint64_t v)
{
	return v >> 1 ^ -(v & 1);
}

#endif

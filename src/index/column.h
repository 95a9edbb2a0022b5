/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_COLUMN_H
#define INDEX_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * A column of a block: up to COLUMN_MAX numbers in the smallest of a few simple codings.
 * doc/index-format.md describes the bytes.
 */
enum {
	COLUMN_MAX = 8192
};

/* Append n numbers (1 to COLUMN_MAX) as a packed column. */
void column_pack(struct buf *out, const uint64_t *v, size_t n);

/* Do the same, and return bits: the bit (number % 64) of each number is set. */
uint64_t column_pack_bits(struct buf *out, const uint64_t *v, size_t n);

/* Unpack a column of n numbers from len bytes. Returns false if the bytes are not such a column. */
bool column_unpack(const uint8_t *p, size_t len, uint64_t *v, size_t n);

/*
 * Pack and unpack a column whose numbers mostly depend on the n numbers of another column, `given`.
 * The result may be a coding that column_unpack() and column_match() do not know.
 */
void column_pack_given(struct buf *out, const uint64_t *v, const uint64_t *given, size_t n);
bool column_unpack_given(const uint8_t *p, size_t len, const uint64_t *given, uint64_t *v,
			 size_t n);

/*
 * Set the bit of each row (of n, in bits) whose number yes() accepts. If the coding lists its
 * values, yes() is called once for each value instead of once for each row. Returns false as above.
 */
bool column_match(const uint8_t *p, size_t len, size_t n, bool (*yes)(void *arg, uint64_t v),
		  void *arg, uint64_t *bits);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_KIND_ROWS_H
#define INDEX_KIND_ROWS_H

#include <stdbool.h>
#include <stdint.h>

struct index;

/* The number of rows of each kind, counted while the index is built. For one thread. */
struct kind_rows {
	/*
	 * For each of n kinds two counters, for rows of even and of odd number: counting the next
	 * row of the same kind then need not wait for the sum of the last one.
	 */
	uint64_t (*v)[2];
	uint64_t n;
};

/* Count rows. kinds: their numbers, which are below n. */
void kind_rows_count(struct kind_rows *counts, uint64_t n, const uint64_t *kinds, uint32_t rows);

/* Add counts to others, and clear them. */
void kind_rows_move(struct kind_rows *from, struct kind_rows *to);
void kind_rows_release(struct kind_rows *counts);

/* Publish the numbers of rows of an index that is complete: index->counted has all its rows. */
void kind_rows_publish(struct index *index);

/* Do the numbers belong to this number of kinds and of rows? */
bool kind_rows_sound(const uint64_t *numbers, uint64_t n, uint64_t kinds, uint64_t rows);

#endif

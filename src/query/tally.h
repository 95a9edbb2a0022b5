/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_TALLY_H
#define QUERY_TALLY_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * What is kept of many whole numbers to tell their sum, least, greatest, mean and
 * percentiles. Numbers are those of fields, from -2^63 to 2^64 - 1; sums have 128 bits and
 * are exact for 2^63 of them. A zeroed tally is empty.
 *
 * Percentiles are exact as long as no more than TALLY_EXACT different numbers came, each
 * sign by itself. Then each stands for a range no wider than 1/512 of it, of which the
 * middle is told: within 0.1 % of the true one. A tally takes 2 MB at most then.
 */
__extension__ typedef __int128 int128;

enum {
	TALLY_EXACT = 4096
};

struct sketch;

struct tally {
	uint64_t n;
	uint64_t unknown; /* numbers that stood for "not known", which were not taken */
	int128 sum, least, greatest;
	struct sketch *sketch; /* NULL: percentiles are not asked for */
};

/* Take one more number. Returns by how many bytes its memory grew. */
size_t tally_add(struct tally *tally, int128 number, bool percentiles);

/* Take those of another one. Returns by how many bytes the memory grew. */
size_t tally_merge(struct tally *tally, const struct tally *other);

void tally_release(struct tally *tally);

/*
 * Append a tally as bytes, and make one of such bytes, which this process wrote; returns where
 * they end.
 */
void tally_put(const struct tally *tally, struct buf *out);
const char *tally_take(struct tally *tally, const char *p);

/*
 * The number that so many millionths of the numbers do not exceed (nearest rank); 0 is
 * the least. There is at least one number, and percentiles were asked for.
 */
int128 tally_percentile(const struct tally *tally, uint32_t millionths);

/*
 * How many different numbers came, where each was kept; TALLY_EXACT + 1: more than are told
 * apart.
 */
uint64_t tally_distinct(const struct tally *tally);

/* The mean in millionths, rounded. There is at least one number. */
int128 tally_mean(const struct tally *tally);

/*
 * Append in decimal; so many millionths with up to six decimals, or rounded for people: to four
 * digits, or all of those before the point.
 */
void int128_text(struct buf *out, int128 v);
void int128_millionths_text(struct buf *out, int128 v);
void int128_rounded_text(struct buf *out, int128 v);

/* So many millionths as a whole number, rounded. */
int128 int128_whole(int128 v);

#endif

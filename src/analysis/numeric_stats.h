/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_NUMERIC_STATS_H
#define ANALYSIS_NUMERIC_STATS_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * What is kept of many whole numbers to tell their sum, least, greatest, mean and
 * percentiles. Numbers are those of fields, from -2^63 to 2^64 - 1; sums have 128 bits and
 * are exact for 2^63 of them. Zeroed stats are empty.
 *
 * Percentiles are exact up to NUMERIC_STATS_EXACT different numbers, negative and other numbers
 * counted apart. With more, numbers are kept as ranges no wider than 1/512 of their value, and a
 * percentile is the middle of its range: within 0.1 % of the exact one. The stats then take at most
 * 2 MB.
 */
__extension__ typedef __int128 int128;

enum {
	NUMERIC_STATS_EXACT = 4096
};

struct sketch;

struct numeric_stats {
	uint64_t n;
	uint64_t unknown; /* numbers that stood for "not known", which were not taken */
	int128 sum, least, greatest;
	struct sketch *sketch; /* NULL: percentiles are not asked for */
};

/* Add a number. Returns by how many bytes the memory grew. */
size_t numeric_stats_add(struct numeric_stats *stats, int128 number, bool percentiles);

/* Add the numbers of other stats. Returns by how many bytes the memory grew. */
size_t numeric_stats_merge(struct numeric_stats *stats, const struct numeric_stats *other);

void numeric_stats_release(struct numeric_stats *stats);

/*
 * Append stats as bytes, and make one of such bytes, which this process wrote; returns where
 * they end.
 */
void numeric_stats_put(const struct numeric_stats *stats, struct buf *out);
const char *numeric_stats_take(struct numeric_stats *stats, const char *p);

/*
 * The number that so many millionths of the numbers do not exceed (nearest rank); 0 is
 * the least. There is at least one number, and percentiles were asked for.
 */
int128 numeric_stats_percentile(const struct numeric_stats *stats, uint32_t millionths);

/* The number of different numbers; NUMERIC_STATS_EXACT + 1: more than are kept apart. */
uint64_t numeric_stats_distinct(const struct numeric_stats *stats);

/* The mean in millionths, rounded. There is at least one number. */
int128 numeric_stats_mean(const struct numeric_stats *stats);

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

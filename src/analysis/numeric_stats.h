/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_NUMERIC_STATS_H
#define ANALYSIS_NUMERIC_STATS_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Sum, least and greatest number, mean and percentiles of many whole numbers. Numbers are those of
 * fields, from -2^63 to 2^64 - 1; sums have 128 bits and are exact for 2^63 numbers. Zeroed stats
 * are empty.
 *
 * Percentiles are exact up to NUMERIC_STATS_EXACT different numbers, with negative numbers counted
 * separately. Beyond that, numbers are kept as ranges that are at most 1/512 of their value wide,
 * and a percentile is the middle of its range: within 0.1 % of the exact one. The stats then take
 * at most 2 MB.
 */
__extension__ typedef __int128 int128;

enum {
	NUMERIC_STATS_EXACT = 4096
};

struct sketch;

struct numeric_stats {
	uint64_t n;
	uint64_t unknown; /* count of numbers that mean "unknown", which are not included */
	int128 sum, least, greatest;
	struct sketch *sketch; /* NULL: no percentiles */
};

/* Add a number. Returns the number of bytes by which the memory grew. */
size_t numeric_stats_add(struct numeric_stats *stats, int128 number, bool percentiles);

/* Add the numbers of `other`. Returns the number of bytes by which the memory grew. */
size_t numeric_stats_merge(struct numeric_stats *stats, const struct numeric_stats *other);

void numeric_stats_release(struct numeric_stats *stats);

/*
 * Append stats as bytes; and make stats from such bytes, which this process wrote, and return their
 * end.
 */
void numeric_stats_put(const struct numeric_stats *stats, struct buf *out);
const char *numeric_stats_take(struct numeric_stats *stats, const char *p);

/*
 * Return the least number such that at least `millionths` of all numbers are at most as large
 * (nearest rank); 0: the least number of all. There must be at least one number, and percentiles
 * must have been requested.
 */
int128 numeric_stats_percentile(const struct numeric_stats *stats, uint32_t millionths);

/* Return the number of different numbers; NUMERIC_STATS_EXACT + 1: there are more. */
uint64_t numeric_stats_distinct(const struct numeric_stats *stats);

/*
 * Return how the numbers are distributed, as NUMERIC_SHAPE heights of 7 bits in bytes, the lowest
 * byte first. The first height is for numbers below 4 * NUMERIC_SHAPE_LEAST, each further one for
 * numbers up to four times as large, and the last one also for all larger numbers. The heights are
 * relative to the highest one, and 0 only without numbers. Percentiles must have been requested.
 */
enum {
	NUMERIC_SHAPE = 16,
	NUMERIC_SHAPE_LEAST = 64
};
int128 numeric_stats_shape(const struct numeric_stats *stats);

/* Return the mean in millionths, rounded. There must be at least one number. */
int128 numeric_stats_mean(const struct numeric_stats *stats);

/*
 * Append a number in decimal; a number of millionths with up to six decimals; such a number with
 * exactly so many decimals, 6 at most; and such a number rounded for people: to four digits, or to
 * all digits before the point if there are more.
 */
void int128_text(struct buf *out, int128 v);
void int128_millionths_text(struct buf *out, int128 v);
void int128_decimals_text(struct buf *out, int128 v, unsigned decimals);
void int128_rounded_text(struct buf *out, int128 v);

/* Round millionths to a whole number. */
int128 int128_whole(int128 v);

#endif

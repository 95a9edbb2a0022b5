/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_AGGREGATE_H
#define ANALYSIS_AGGREGATE_H

#include "analysis/numeric_stats.h"
#include "analysis/quantity.h"
#include "base/err.h"
#include "filter/filter.h"

/*
 * A number for each group:
 * - from the values of a field: sum(period), p99(weight);
 * - the number of different values: distinct(tid);
 * - the number of values that mean "unknown" (field_says_unknown()), which no other aggregate
 *   counts: unknown(brstack.cycles);
 * - any of these for the rows that pass a filter: avg(weight where data_src.op == LOAD);
 * - the number of rows that pass a filter: count(data_src.op == LOAD).
 */
enum aggregate_kind {
	AGGREGATE_SUM,
	AGGREGATE_AVG,
	AGGREGATE_MIN,
	AGGREGATE_MAX,
	AGGREGATE_PERCENTILE,
	AGGREGATE_DISTINCT,
	AGGREGATE_COUNT,
	AGGREGATE_UNKNOWN,
	AGGREGATE_RATIO, /* of two earlier aggregates (analysis/pivot.h) */
	AGGREGATE_SHAPE	 /* numeric_stats_shape() of an earlier aggregate, for screens */
};

enum {
	AGGREGATES_MAX = 64
};

struct aggregate {
	enum aggregate_kind kind;
	uint32_t millionths; /* for a percentile */
	/*
	 * for a ratio: the distances to its two aggregates, which precede it; for a shape: `over`,
	 * the distance to a percentile, which precedes it
	 */
	size_t over, under;
	struct field field;    /* FIELD_NONE for AGGREGATE_COUNT, _RATIO and _SHAPE */
	bool clock;	       /* its numbers are in ns (eventmix_set_unit()) */
	struct filter *filter; /* selects rows; NULL: all rows; for AGGREGATE_COUNT never NULL */
	/* as given; NULL: none. For a ratio: a condition that selects the rows of both columns */
	char *filter_text;
	char *name; /* as given */
};

/*
 * Parse a list of at most AGGREGATES_MAX aggregates, such as "sum(period),p99(weight)". Returns
 * ERR_PARSE with the mistake and its place. The caller releases the *n aggregates, also after an
 * error.
 */
int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err);
/*
 * Append the aggregates of a list of aggregates and fields, and its fields, each with commas
 * between them. False: there are no aggregates.
 */
bool aggregates_sort_out(const char *list, struct buf *aggregates, struct buf *fields);
void aggregates_release(struct aggregate *aggregates, size_t n);

/* Must the stats keep each number? */
static inline bool aggregate_keeps(const struct aggregate *aggregate)
{
	return aggregate->kind == AGGREGATE_PERCENTILE || aggregate->kind == AGGREGATE_DISTINCT;
}

/* Means that there is no number; it is less than all numbers. */
#define AGGREGATE_NONE ((int128)((unsigned __int128)1 << 127))

/* Is it a count? Counts have a number for every group. */
bool aggregate_counts(const struct aggregate *aggregate);

/*
 * Return the part of its stats that is added up over groups: the count for counts, the sum for
 * others.
 */
int128 aggregate_sum(const struct aggregate *aggregate, const struct numeric_stats *stats);

/*
 * Return the result from the stats: a number, for AGGREGATE_AVG and AGGREGATE_RATIO in millionths,
 * or AGGREGATE_NONE. The result of AGGREGATE_DISTINCT is NUMERIC_STATS_EXACT + 1 if there are more
 * than NUMERIC_STATS_EXACT different values. The aggregate and the stats must be at the same index
 * of the arrays of a group, because ratios refer to earlier elements.
 */
int128 aggregate_rank(const struct aggregate *aggregate, const struct numeric_stats *stats);

/* Return the form in which its numbers are written. */
struct quantity aggregate_quantity(const struct aggregate *aggregate);

/* Append its name, escaped, with the unit of its numbers. */
void aggregate_title(const struct aggregate *aggregate, struct buf *out);

/* Append a result of aggregate_rank() in the form of aggregate_text(). */
bool aggregate_rank_text(const struct aggregate *aggregate, int128 rank, bool shown,
			 struct buf *out);

/*
 * Append the result from the stats: in decimal for programs or, if `shown`, for people
 * (analysis/quantity.h). Returns false if the group has no number.
 */
bool aggregate_text(const struct aggregate *aggregate, const struct numeric_stats *stats,
		    bool shown, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_AGGREGATE_H
#define ANALYSIS_AGGREGATE_H

#include "analysis/numeric_stats.h"
#include "analysis/quantity.h"
#include "base/err.h"
#include "filter/filter.h"

/*
 * What is told of a group: of a field's numbers, sum(period), p99(weight), how many different
 * ones there are, distinct(tid), or stand for "not known" (word_says_unknown()), which no other
 * aggregate takes, unknown(brstack.cycles), each also of the rows that pass a filter alone,
 * avg(weight where data_src.op == LOAD); or how many of its rows pass one,
 * count(data_src.op == LOAD).
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
	AGGREGATE_RATIO /* of two aggregates before it (analysis/pivot.h) */
};

enum {
	AGGREGATES_MAX = 64
};

struct aggregate {
	enum aggregate_kind kind;
	uint32_t millionths;   /* of a percentile */
	size_t over, under;    /* of a ratio: how many places before it these are */
	struct field field;    /* WORD_NONE: of AGGREGATE_COUNT, AGGREGATE_RATIO */
	bool clock;	       /* its numbers are ns (eventmix_set_unit()) */
	struct filter *filter; /* of the rows that it is about; NULL: all, but of COUNT */
	char *filter_text;     /* as it was given; NULL: there is none. Of a ratio its rows */
	char *name;	       /* likewise */
};

/*
 * The aggregates of a list such as "sum(period),p99(weight)", at most AGGREGATES_MAX.
 * ERR_PARSE tells what is wrong and where. The n that are there are to be released, also after an
 * error.
 */
int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err);
void aggregates_release(struct aggregate *aggregates, size_t n);

/* Have the stats to keep each number? */
static inline bool aggregate_keeps(const struct aggregate *aggregate)
{
	return aggregate->kind == AGGREGATE_PERCENTILE || aggregate->kind == AGGREGATE_DISTINCT;
}

/* What stands for no number; it is less than each. */
#define AGGREGATE_NONE ((int128)((unsigned __int128)1 << 127))

/* True for those that count; they have a number of every group. */
bool aggregate_counts(const struct aggregate *aggregate);

/* What of its stats is added up over groups: the count of these, the sum of others. */
int128 aggregate_sum(const struct aggregate *aggregate, const struct numeric_stats *stats);

/*
 * What the stats say: a number, of AGGREGATE_AVG and AGGREGATE_RATIO in millionths, or
 * AGGREGATE_NONE. More different numbers than NUMERIC_STATS_EXACT are one more. The aggregate is
 * one of those of a group, and the stats those of the same number.
 */
int128 aggregate_rank(const struct aggregate *aggregate, const struct numeric_stats *stats);

/* How it reads. */
struct quantity aggregate_quantity(const struct aggregate *aggregate);

/* Its name, escaped, with the unit that its numbers are shown in. */
void aggregate_title(const struct aggregate *aggregate, struct buf *out);

/* Append such a number, as aggregate_text() does. */
bool aggregate_rank_text(const struct aggregate *aggregate, int128 rank, bool shown,
			 struct buf *out);

/*
 * Append what the stats say: in decimal, for programs, or shown to people (analysis/quantity.h).
 * False: the group has no number.
 */
bool aggregate_text(const struct aggregate *aggregate, const struct numeric_stats *stats,
		    bool shown, struct buf *out);

#endif

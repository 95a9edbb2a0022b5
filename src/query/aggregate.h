/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_AGGREGATE_H
#define QUERY_AGGREGATE_H

#include "base/err.h"
#include "query/filter.h"
#include "query/tally.h"

/*
 * What is told of a group: of a field's numbers, sum(period), p99(weight), or how many of its
 * rows pass a filter, count(data_src.op == LOAD), or how many of its numbers stand for "not known"
 * (word_says_unknown()), unknown(brstack.cycles); no other aggregate takes these.
 */
enum aggregate_kind {
	AGGREGATE_SUM,
	AGGREGATE_AVG,
	AGGREGATE_MIN,
	AGGREGATE_MAX,
	AGGREGATE_PERCENTILE,
	AGGREGATE_COUNT,
	AGGREGATE_UNKNOWN
};

enum {
	AGGREGATES_MAX = 16
};

struct aggregate {
	enum aggregate_kind kind;
	uint32_t millionths;   /* of a percentile */
	struct field field;    /* WORD_NONE: of AGGREGATE_COUNT */
	struct filter *filter; /* of AGGREGATE_COUNT */
	char *name;	       /* as it was given */
};

/*
 * The aggregates of a list such as "sum(period),p99(weight)", at most AGGREGATES_MAX.
 * ERR_PARSE tells what is wrong. The n that are there are to be released, also after an error.
 */
int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err);
void aggregates_release(struct aggregate *aggregates, size_t n);

/* What stands for no number; it is less than each. */
#define AGGREGATE_NONE ((int128)((unsigned __int128)1 << 127))

/* True for those that count; they have a number of every group. */
bool aggregate_counts(const struct aggregate *aggregate);

/* What of a tally is added up over groups: the count of these, the sum of others. */
int128 aggregate_sum(const struct aggregate *aggregate, const struct tally *tally);

/* What a tally says: a number, of AGGREGATE_AVG in millionths, or AGGREGATE_NONE. */
int128 aggregate_rank(const struct aggregate *aggregate, const struct tally *tally);

/* Append such a number, as aggregate_text() does. */
bool aggregate_rank_text(const struct aggregate *aggregate, int128 rank, bool shown,
			 struct buf *out);

/*
 * Append what a tally says, in decimal, or as people read numbers of the field. False: the
 * group has no number.
 */
bool aggregate_text(const struct aggregate *aggregate, const struct tally *tally, bool shown,
		    struct buf *out);

#endif

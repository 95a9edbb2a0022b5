/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_AGGREGATE_H
#define QUERY_AGGREGATE_H

#include "base/err.h"
#include "query/field.h"
#include "query/tally.h"

/* What is told of a field's numbers in a group: sum(period), p99(weight). */
enum aggregate_kind {
	AGGREGATE_SUM,
	AGGREGATE_AVG,
	AGGREGATE_MIN,
	AGGREGATE_MAX,
	AGGREGATE_PERCENTILE
};

enum {
	AGGREGATES_MAX = 16
};

struct aggregate {
	enum aggregate_kind kind;
	uint32_t millionths; /* of a percentile */
	struct field field;
	char *name; /* as it was given */
};

/*
 * The aggregates of a list such as "sum(period),p99(weight)", at most AGGREGATES_MAX.
 * ERR_PARSE tells what is wrong. The n that are there are to be released, also after an error.
 */
int aggregates_parse(struct aggregate *aggregates, size_t *n, const char *list, struct err *err);
void aggregates_release(struct aggregate *aggregates, size_t n);

/*
 * Append what a tally says, in decimal, or as people read numbers of the field. False: the
 * group has no number.
 */
bool aggregate_text(const struct aggregate *aggregate, const struct tally *tally, bool shown,
		    struct buf *out);

#endif

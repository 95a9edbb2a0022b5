/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPORDER_H
#define ANALYSIS_GROUPORDER_H

#include "analysis/aggregate.h"
#include "analysis/grouptable.h"

/*
 * The order in which groups are told: by one of their columns, those with the same number by their
 * counts, then by the values of the fields. Numbers stand the largest first, and what has none
 * last; values the least first.
 */
enum group_column {
	ORDER_COUNT,
	ORDER_ROWS,
	ORDER_AGGREGATE, /* number n of them */
	ORDER_FIELD	 /* likewise */
};

struct grouporder {
	enum group_column column;
	size_t n;
	bool reverse;			    /* the other way round; ties are not */
	size_t by;			    /* values of a key */
	const struct aggregate *aggregates; /* of the groups */
};

/*
 * The order by a column's name: count, records, an aggregate as it was given, a field; with -
 * before it the other way round. by and aggregates of the order are set. ERR_PARSE: none.
 */
int grouporder_parse(struct grouporder *order, const char *name, const struct field *by,
		     size_t aggregates_n, struct err *err);

/* What a group is sorted by. */
struct grouprank {
	int128 number;	/* 0 where it is a value of the key */
	uint64_t count; /* of groups with the same number; likewise */
};

/* number: of the aggregate that it is sorted by, if it is by one. */
struct grouprank grouporder_rank_of(const struct grouporder *order, uint64_t count, uint64_t rows,
				    int128 number);
struct grouprank grouporder_rank(const struct grouporder *order, const struct group_state *state);

/* < 0: a stands before b; keys are those of analysis/groupkey.h. */
int grouporder_compare(const struct grouporder *order, const struct grouprank *a_rank,
		       const char *a, const struct grouprank *b_rank, const char *b);

/* The numbers of a table's groups in that order; the caller frees them. */
uint32_t *grouporder_sort(const struct grouporder *order, const struct grouptable *table);

#endif

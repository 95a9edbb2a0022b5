/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPORDER_H
#define ANALYSIS_GROUPORDER_H

#include "analysis/aggregate.h"
#include "analysis/grouptable.h"

/*
 * The order of groups: by one of their columns, then by count, then by the values of the fields.
 * Numbers are sorted largest first, and groups without a number are last; values are sorted
 * smallest first.
 */
enum group_column {
	ORDER_COUNT,
	ORDER_ROWS,
	ORDER_AGGREGATE, /* aggregate number n */
	ORDER_FIELD	 /* field number n */
};

struct grouporder {
	enum group_column column;
	size_t n;
	bool reverse;			    /* reverse the order, except for ties */
	size_t by;			    /* number of values in a key */
	const struct aggregate *aggregates; /* of the groups */
};

/*
 * Parse the name of a column: count, records, an aggregate as given, or a field, with - before it
 * for the reverse order. by and aggregates of the order must be set. Returns ERR_PARSE if there is
 * no such column.
 */
int grouporder_parse(struct grouporder *order, const char *name, const struct field *by,
		     size_t aggregates_n, struct err *err);

/* The number by which a group is sorted. */
struct grouprank {
	int128 number;	/* 0 if it is sorted by a value of the key */
	uint64_t count; /* decides between equal numbers; 0 if it is sorted by a value of the key */
};

/* number: of the aggregate by which it is sorted, if there is one. */
struct grouprank grouporder_rank_of(const struct grouporder *order, uint64_t count, uint64_t rows,
				    int128 number);
struct grouprank grouporder_rank(const struct grouporder *order, const struct group_state *state);

/* Returns < 0 if a comes before b. Keys are those of analysis/groupkey.h. */
int grouporder_compare(const struct grouporder *order, const struct grouprank *a_rank,
		       const char *a, const struct grouprank *b_rank, const char *b);

/* Return the numbers of a table's groups in this order. The caller frees the array. */
uint32_t *grouporder_sort(const struct grouporder *order, const struct grouptable *table);

#endif

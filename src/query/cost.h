/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_COST_H
#define QUERY_COST_H

#include "query/filter.h"

/* What a filter has to read. */
struct filter_cost {
	unsigned tier;	 /* 0: the index alone, 1: records */
	uint64_t blocks; /* of the index, that cannot be skipped */
	uint64_t rows;	 /* in them */
	uint64_t bytes;	 /* of records that have to be read, at most; 0 for tier 0 */
	bool about;	 /* not all blocks were looked at: these are estimates */
	bool partial;	 /* the index is not complete: it will be more */
};

/* From where a word comes, which is what it costs. */
enum cost cost_of_word(enum word word);

/* Give the conditions of a tree their numbers and costs, and bring them into the best order. */
void cost_order(struct filter *filter);

/*
 * What it takes in a recording. Looks only at what the index says of blocks, and where
 * there are very many at some of them: it can be asked after each key.
 */
void filter_cost(const struct filter *filter, struct reader *reader, struct filter_cost *cost);

#endif

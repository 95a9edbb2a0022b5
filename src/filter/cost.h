/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_COST_H
#define FILTER_COST_H

#include "filter/filter.h"

/* The data that a filter has to read. */
struct filter_cost {
	unsigned tier;	 /* 0: only the index, 1: records */
	uint64_t blocks; /* blocks of the index that have to be read */
	uint64_t rows;	 /* rows of these blocks */
	uint64_t bytes;	 /* maximum number of bytes of records to read; 0 for tier 0 */
	bool about;	 /* only some blocks were examined: these are estimates */
	bool partial;	 /* the index is incomplete: the numbers will grow */
};

/* The source of a field, which determines its cost. */
enum cost cost_of_field(enum field_id field);

/*
 * Number the conditions of a tree, set their costs, and sort them so that the cheapest are
 * evaluated first.
 */
void cost_order(struct filter *filter);

/*
 * Estimate what a filter has to read in a recording. Only the descriptions of blocks are used, or a
 * part of them if there are very many, so it is fast enough for a call after each key press.
 */
void filter_cost(const struct filter *filter, struct reader *reader, struct filter_cost *cost);

#endif

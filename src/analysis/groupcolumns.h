/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPCOLUMNS_H
#define ANALYSIS_GROUPCOLUMNS_H

#include "analysis/grouping.h"
#include "analysis/grouptable.h"
#include "filter/eval.h"
#include "spans/spanblock.h"

/*
 * Groups that depend only on columns of the index and of its spans need no look at each row: a
 * table caches the groups of rows with equal columns. For one thread.
 */
struct groupcolumns;

/* The source of the rows, and what to do with them. All of it must outlive the groupcolumns. */
struct groupcolumns_of {
	struct recording *recording;
	const struct grouping_options *options;
	struct reader *reader;
	struct eval *eval; /* of the options' filter */
	struct grouptable *table;
	/* Return the number of a row's group in the table; it is added if necessary. */
	size_t (*group)(void *arg, const struct row_info *info);
	/*
	 * Add the numbers of a row, which no column has, to its group. Bit k of passes: the row
	 * passes the filter of aggregate k.
	 */
	void (*add)(void *arg, struct group_state *state, const struct row_info *info,
		    uint64_t passes);
	void *arg;
};

/* NULL: the groups depend on more than columns. */
struct groupcolumns *groupcolumns_open(const struct groupcolumns_of *of);
void groupcolumns_close(struct groupcolumns *c);

/* Do aggregates have numbers that must be read from each row? */
bool groupcolumns_reads(const struct groupcolumns *c);

/* Does the filter depend on the same columns? Then groupcolumns_count() also evaluates it. */
bool groupcolumns_has_filter(const struct groupcolumns *c);

/*
 * Get the spans of a block, valid until the next call; NULL if no column is one of spans. False:
 * they are not available as columns, so each row must be read.
 */
bool groupcolumns_spans(const struct groupcolumns *c, uint64_t number,
			const struct spanblock **spans);

/* Count rows of a block. If the block turns out to be damaged, this sets block->bad. */
void groupcolumns_count(struct groupcolumns *c, struct block *block, const struct rows *rows,
			const struct spanblock *spans);

/*
 * Count all rows without reading them, if their groups and the filter depend only on their kinds,
 * and the index has the number of rows of each kind. *rows: the number of rows that were examined.
 * False: blocks must be read.
 */
bool groupcolumns_count_all(struct groupcolumns *c, uint64_t *rows);

/* Forget the groups, because they were removed from the table. */
void groupcolumns_forget(struct groupcolumns *c);

#endif

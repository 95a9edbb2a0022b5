/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPWORKER_H
#define ANALYSIS_GROUPWORKER_H

#include "analysis/grouping.h"

/*
 * One of the workers that count rows (analysis/grouping.h): it takes blocks, and has its own table.
 * For one thread.
 */
struct groupworker;

/* The work of all workers. It must outlive them. */
enum {
	GROUPPLAN_FIELDS = GROUP_FIELDS_MAX + AGGREGATES_MAX + 2
};

struct groupplan {
	const struct grouping_options *options;
	/* of by, then both ends of a branch if the list is one of branches, then of aggregates */
	const struct field *fields[GROUPPLAN_FIELDS];
	size_t fields_n;
	size_t aggregates; /* the number of the first aggregate's field */
	/* for the field of an aggregate: the number of the aggregate */
	size_t aggregate_of[GROUPPLAN_FIELDS];
	enum field_id list; /* the list by whose elements rows are grouped, or FIELD_NONE */
	bool in_list[GROUPPLAN_FIELDS]; /* is it a field of that list? */
};

void groupplan_init(struct groupplan *plan, const struct grouping_options *options);

/*
 * full() is called when there are many groups; it may move them elsewhere, and returns false to
 * stop the block.
 */
struct groupworker *groupworker_open(struct recording *recording, const struct groupplan *plan,
				     bool (*full)(void *arg), void *arg);
void groupworker_close(struct groupworker *worker);

/* Count the rows of a block. Returns -1 if the index is damaged, or if it was stopped. */
int groupworker_block(struct groupworker *worker, uint64_t number);

/* Count all rows, if no block need be read for it (groupcolumns_count_all()). */
bool groupworker_count_all(struct groupworker *worker, uint64_t *rows);

/* The evaluator of the filter that selects the rows. */
struct eval *groupworker_eval(const struct groupworker *worker);

/* Move what was counted so far into a table. */
void groupworker_move(struct groupworker *worker, struct grouptable *to);

/* The number of rows that matched fail_if, and the row and the ordinal of the first one. */
uint64_t groupworker_matches(const struct groupworker *worker, uint64_t *row, uint64_t *ordinal);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPWORKER_H
#define ANALYSIS_GROUPWORKER_H

#include "analysis/grouping.h"

/*
 * One of those that count rows (analysis/grouping.h): it takes blocks, and has a table of its own.
 * For one thread.
 */
struct groupworker;

/* What all of them do; it stays where it is as long as they. */
struct groupplan {
	const struct grouping_options *options;
	const struct field *fields[GROUP_FIELDS_MAX + AGGREGATES_MAX]; /* by, then aggregates' */
	size_t fields_n;
	size_t aggregate_of[GROUP_FIELDS_MAX + AGGREGATES_MAX]; /* of a field behind those of by */
	enum word list; /* that groups are by elements of, or WORD_NONE */
	bool in_list[GROUP_FIELDS_MAX + AGGREGATES_MAX]; /* fields of that list */
};

void groupplan_init(struct groupplan *plan, const struct grouping_options *options);

/*
 * full is called where the groups have become many; it may take them away, and returns false to
 * stop the block.
 */
struct groupworker *groupworker_open(struct recording *recording, const struct groupplan *plan,
				     bool (*full)(void *arg), void *arg);
void groupworker_close(struct groupworker *worker);

/* Count the rows of a block. Returns -1 if the index is damaged, or if it was stopped. */
int groupworker_block(struct groupworker *worker, uint64_t number);

/* The groups so far. Who takes them away says so. */
struct grouptable *groupworker_table(struct groupworker *worker);
void groupworker_taken(struct groupworker *worker);

/* The number of rows that matched fail_if, and the row and the ordinal of the first one. */
uint64_t groupworker_matches(const struct groupworker *worker, uint64_t *row, uint64_t *ordinal);

#endif

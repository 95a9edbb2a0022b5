/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_GROUPING_H
#define QUERY_GROUPING_H

#include <stdatomic.h>

#include "query/aggregate.h"
#include "query/filter.h"
#include "query/groupkey.h"
#include "recording/reader.h"

/*
 * Rows counted by the values of some fields, by all processors. The groups are in the
 * order of their counts, largest first, then of their values.
 *
 * Of a field that stands in a list each element counts; several fields of one list
 * stand for the values of one element. Aggregates take the element's value, too, where
 * the groups are by elements of their list, else all values of the row.
 */
struct grouping;

enum {
	GROUP_FIELDS_MAX = 8
};

struct grouping_options {
	const struct field *by; /* n of them */
	size_t n;
	const struct aggregate *aggregates; /* aggregates_n of them */
	size_t aggregates_n;
	const struct filter *filter;  /* NULL: all records, but no damaged stretches */
	const struct filter *fail_if; /* NULL: none; rows that match are counted aside */
	const char *spool_dir;	      /* where groups go that do not fit; NULL: they are refused */
	const _Atomic bool *stop;     /* NULL, or true: end soon, with ERR_STOPPED */
	_Atomic uint64_t *done;	      /* NULL, or rows that were looked at so far */
};

struct group {
	uint64_t count;
	struct group_value values[GROUP_FIELDS_MAX];
	const struct tally *tallies; /* of each aggregate */
};

/* What is wrong with the fields, before anything is read. ERR_PARSE. */
int grouping_check(const struct grouping_options *options, struct err *err);

/*
 * The options stay where they are as long as the grouping. ERR_STALE when a block of the
 * index is damaged, ERR_IO when there are more groups than memory is meant for, and nowhere
 * to put them.
 */
int grouping_run(struct grouping **grouping, struct recording *recording,
		 const struct grouping_options *options, struct err *err);
void grouping_free(struct grouping *grouping);

size_t grouping_groups(const struct grouping *grouping);

/* The next group, whose texts live until the next call. 1, 0 at the end, or an error code. */
int grouping_next(struct grouping *grouping, struct group *group, struct err *err);

/* Any group, where there is no spool_dir. Its texts live as long as the grouping. */
void grouping_group(const struct grouping *grouping, size_t i, struct group *group);

/* Rows that matched fail_if, and the ordinal of the first. */
uint64_t grouping_matches(const struct grouping *grouping, uint64_t *ordinal);

#endif

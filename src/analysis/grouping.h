/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPING_H
#define ANALYSIS_GROUPING_H

#include <stdatomic.h>

#include "analysis/aggregate.h"
#include "analysis/groupkey.h"
#include "analysis/grouporder.h"
#include "filter/filter.h"
#include "recording/reader.h"

/*
 * Rows counted by the values of some fields, by all processors.
 *
 * Of a field that stands in a list each element counts; several fields of one list
 * stand for the values of one element. Aggregates take the element's value, too, where
 * the groups are by elements of their list, else all values of the row.
 */
struct grouping;

/* The counts so far, while counting continues. */
struct grouping_report {
	const struct grouptable *table;
	const struct grouporder *order;
	uint64_t rows; /* of all rows that will be examined */
};

enum {
	GROUP_FIELDS_MAX = 8
};

/* By what rows are counted where nobody says it. */
#define GROUPING_USUAL "type"

struct grouping_options {
	const struct field *by; /* n fields */
	size_t n;
	const struct aggregate *aggregates; /* aggregates_n aggregates */
	size_t aggregates_n;
	struct grouporder order;      /* column, n and reverse alone; zeroed: by counts */
	const struct filter *filter;  /* NULL: all records, without damaged stretches */
	const struct filter *fail_if; /* NULL: none; matching rows are counted separately */
	uint64_t every;		      /* examine only one of so many blocks; 0: all */
	bool growing; /* while the index is built, wait for more rows, until it is complete */
	const char *spool_dir;	  /* the folder for groups that do not fit into memory; NULL: too
				   * many groups are an error */
	const _Atomic bool *stop; /* set to true: end soon, with ERR_STOPPED; NULL: never */
	struct worker *worker;	  /* the worker whose work this is: it pauses with it; NULL: none */
	_Atomic uint64_t *done;	  /* number of rows examined so far, or NULL */
	/*
	 * Called in the thread of grouping_run() now and then, and at its end, also when it was
	 * stopped; not any more when groups went to spool_dir. NULL: nobody wants to know.
	 */
	void (*report)(void *arg, const struct grouping_report *report);
	void *report_arg;
};

struct group {
	uint64_t count;
	uint64_t rows; /* that it came in; less than count where elements of lists count */
	struct group_value values[GROUP_FIELDS_MAX];
	const char *key; /* which they were taken from */
	size_t key_len;
	const struct numeric_stats *tallies; /* of each aggregate */
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

/* Are the groups in spool_dir? */
bool grouping_spilled(const struct grouping *grouping);
size_t grouping_groups(const struct grouping *grouping);

/*
 * Set the next group, whose texts stay valid until the next call. Returns 1, 0 at the end, or an
 * error code.
 */
int grouping_next(struct grouping *grouping, struct group *group, struct err *err);

/* The list whose elements count; WORD_NONE: rows count. */
enum word grouping_list(const struct field *by, size_t n);

/* The number of rows that matched fail_if, and the ordinal of the first one. */
uint64_t grouping_matches(const struct grouping *grouping, uint64_t *ordinal);

#endif

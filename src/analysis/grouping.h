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
 * Rows counted by the values of some fields, on all processors.
 *
 * For a field in a list each element counts, and several fields of one list are taken from the same
 * element. If groups are by elements of a list, aggregates of that list's fields use the element's
 * value, too; otherwise they use all values of the row.
 */
struct grouping;

/* The counts so far, while counting continues. */
struct grouping_report {
	const struct grouptable *table;
	const struct grouporder *order;
	uint64_t rows; /* read so far, of all rows that will be read */
};

enum {
	GROUP_FIELDS_MAX = 8
};

/* The default fields. */
#define GROUPING_USUAL "type"

struct grouping_options {
	const struct field *by; /* n fields */
	size_t n;
	const struct aggregate *aggregates; /* aggregates_n aggregates */
	size_t aggregates_n;
	struct grouporder order;      /* only column, n and reverse; zeroed: by count */
	const struct filter *filter;  /* NULL: all records, without damaged stretches */
	const struct filter *fail_if; /* NULL: none; matching rows are counted separately */
	uint64_t every;		      /* read only one of this number of blocks; 0: all */
	bool growing; /* while the index is being built, wait for more rows until it is complete */
	struct examined *examined; /* each block is added before it is read; NULL: none */
	const char *spool_dir;	   /* for groups that do not fit into memory; NULL: an error */
	const _Atomic bool *stop;  /* if it becomes true, end soon with ERR_STOPPED; NULL: never */
	struct worker *worker;	   /* the worker that does this work and may pause; NULL: none */
	_Atomic uint64_t *done;	   /* number of rows read so far, or NULL */
	/*
	 * Called in the thread of grouping_run() now and then, and at its end, also if it was
	 * stopped; but not after groups were written to spool_dir. NULL: not called.
	 */
	void (*report)(void *arg, const struct grouping_report *report);
	void *report_arg;
};

struct group {
	uint64_t count;
	uint64_t rows; /* number of rows; less than count if elements of lists count */
	struct group_value values[GROUP_FIELDS_MAX];
	const char *key; /* the values of the fields */
	size_t key_len;
	const struct numeric_stats *stats; /* for each aggregate */
};

/* Check the fields before anything is read. Returns ERR_PARSE with the mistake. */
int grouping_check(const struct grouping_options *options, struct err *err);

/*
 * Count. The options must outlive the grouping. Returns ERR_STALE if a block of the index is
 * damaged, ERR_IO if there are too many groups for memory, and no folder or no room for them.
 */
int grouping_run(struct grouping **grouping, struct recording *recording,
		 const struct grouping_options *options, struct err *err);
void grouping_free(struct grouping *grouping);

/* Are groups in spool_dir? */
bool grouping_spilled(const struct grouping *grouping);
size_t grouping_groups(const struct grouping *grouping);

/*
 * Set the next group, whose texts stay valid until the next call. Returns 1, 0 at the end, or an
 * error code.
 */
int grouping_next(struct grouping *grouping, struct group *group, struct err *err);

/* The list whose elements count; FIELD_NONE: rows count. */
enum field_id grouping_list(const struct field *by, size_t n);

/* The number of rows that matched fail_if, and the ordinal of the first one. */
uint64_t grouping_matches(const struct grouping *grouping, uint64_t *ordinal);

#endif

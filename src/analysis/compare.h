/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_COMPARE_H
#define ANALYSIS_COMPARE_H

#include "analysis/totals_job.h"
#include "query/watcher.h"

/*
 * Two recordings side by side: how they were made, their events, what they mapped, their rates,
 * and how many records of each have which values of some fields. Made in the background.
 * Functions are for one thread.
 */
struct compare;

enum compare_what {
	COMPARE_MADE, /* who made the recording, where and how */
	COMPARE_EVENT,
	COMPARE_RATE,
	COMPARE_TOTAL, /* before the files, of which there can be thousands */
	COMPARE_MAP,
	COMPARE_WHATS
};

enum compare_state {
	COMPARE_OPENS, /* the other recording */
	COMPARE_WAITS, /* waits for both indexes to be complete; COMPARE_MADE is done */
	COMPARE_COUNTS,
	COMPARE_DONE /* or stopped, or failed */
};

enum {
	COMPARE_A,
	COMPARE_B,
	COMPARE_SIDES
};

/* What the numbers of COMPARE_TOTAL are, so that recordings of different length compare. */
enum compare_unit {
	COMPARE_AS_COUNTED,
	COMPARE_PERCENT,   /* of all records of the side that are counted */
	COMPARE_PER_SECOND /* from the side's first sample to its last */
};

/* Texts are escaped. */
struct compare_line {
	enum compare_what what;
	char *name;
	char *text[COMPARE_SIDES]; /* NULL: it has none, or it is a number */
	bool is_number;
	struct quantity quantity; /* how the numbers are shown */
	int128 number[COMPARE_SIDES];
	char *key; /* of COMPARE_TOTAL: the values (analysis/groupkey.h), else NULL */
};

/*
 * Can the numbers of a query be taken in a unit? Only what adds up can: counts of records and sums.
 * ERR_PARSE: they cannot.
 */
int compare_unit_check(const struct totals_query *query, enum compare_unit unit, struct err *err);

/*
 * Open the other recording and compare. The query stays where it is as long as the comparison.
 * wake is called from the thread when there is something new.
 */
struct compare *compare_start(struct recording *recording, const char *path,
			      const struct totals_query *query, enum compare_unit unit,
			      struct watcher *watcher);
void compare_free(struct compare *compare);

/* Stop it; the results stay. */
void compare_cancel(struct compare *compare);

/* The state, and the progress within it in percent. */
enum compare_state compare_state(const struct compare *compare, int *percent);

/* Why it failed; its code is 0 where it did not. */
const struct err *compare_error(const struct compare *compare);

/* Are there groups without a line, because there are more than TOTALS_MOST? */
bool compare_cut(const struct compare *compare);

/*
 * The lines so far, which do not change any more: by what they are of, all of it that there is or
 * nothing, numbers with the largest difference first. They live as long as the comparison; further
 * ones come behind them.
 */
size_t compare_count(const struct compare *compare);
const struct compare_line *compare_line(const struct compare *compare, size_t i);

const char *compare_what_name(enum compare_what what);

#endif

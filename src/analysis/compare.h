/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_COMPARE_H
#define ANALYSIS_COMPARE_H

#include "analysis/totals_job.h"
#include "query/watcher.h"

/*
 * A comparison of two recordings: how they were made, events, mappings, rates, and numbers of
 * records by some fields. It is made in the background. Functions are for one thread.
 */
struct compare;

enum compare_what {
	COMPARE_MADE, /* command, machine and program of the recording */
	COMPARE_EVENT,
	COMPARE_SAME, /* one line with all of these facts that both sides share */
	COMPARE_RATE,
	COMPARE_TOTAL, /* precedes the files because there can be thousands of them */
	COMPARE_MAP,
	COMPARE_WHATS
};

enum compare_state {
	COMPARE_OPENS, /* the other recording */
	COMPARE_WAITS, /* for both indexes to be complete; COMPARE_MADE is done */
	COMPARE_COUNTS,
	COMPARE_DONE /* also if stopped or failed */
};

enum {
	COMPARE_A,
	COMPARE_B,
	COMPARE_SIDES
};

/* The unit of the numbers of COMPARE_TOTAL, for comparing recordings of different length. */
enum compare_unit {
	COMPARE_AS_COUNTED,
	COMPARE_PERCENT,   /* of all counted records of the side */
	COMPARE_PER_SECOND /* of the time from the side's first to its last sample */
};

/* Texts are escaped. */
struct compare_line {
	enum compare_what what;
	char *name;
	char *text[COMPARE_SIDES]; /* NULL: missing, or a number */
	bool is_number;
	struct quantity quantity; /* the form of the numbers */
	int128 number[COMPARE_SIDES];
	char *key; /* for COMPARE_TOTAL: the values (analysis/groupkey.h), else NULL */
};

/*
 * Check that the numbers of a query can be shown in a unit. Only counts of records and sums can,
 * because they add up; else return ERR_PARSE.
 */
int compare_unit_check(const struct totals_query *query, enum compare_unit unit, struct err *err);

/*
 * Open the other recording, and compare. The query must outlive the comparison. The watcher is
 * woken when there are new results.
 */
struct compare *compare_start(struct recording *recording, const char *path,
			      const struct totals_query *query, enum compare_unit unit,
			      struct watcher *watcher);
void compare_free(struct compare *compare);

/* Stop; the results remain. */
void compare_cancel(struct compare *compare);

/* The state, and the progress within it in percent. */
enum compare_state compare_state(const struct compare *compare, int *percent);

/* Return the error; its code is 0 if there is none. */
const struct err *compare_error(const struct compare *compare);

/* Are there groups without a line, because there are more than TOTALS_MOST? */
bool compare_cut(const struct compare *compare);

/*
 * Return the lines so far, which do not change any more. They are ordered by part, and a part is
 * complete or missing; numbers are sorted by difference, the largest first. Lines are valid as long
 * as the comparison, and new ones are appended.
 */
size_t compare_count(const struct compare *compare);
const struct compare_line *compare_line(const struct compare *compare, size_t i);

const char *compare_what_name(enum compare_what what);

#endif

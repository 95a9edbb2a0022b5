/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_COMPARE_PRIVATE_H
#define ANALYSIS_COMPARE_PRIVATE_H

/* Private to compare.c, compare_facts.c and compare_numbers.c, which share it. */

#include <stdatomic.h>

#include "analysis/compare.h"
#include "base/vec.h"
#include "query/worker.h"

struct compare_lines {
	VEC(struct compare_line) list;
};

struct compare {
	struct recording *sides[COMPARE_SIDES];
	char *path; /* of the other recording */
	const struct totals_query *query;
	enum compare_unit unit;
	uint64_t ns[COMPARE_SIDES]; /* from the first to the last sample; 0: no times */
	int128 sums[COMPARE_SIDES]; /* of all groups of the query, also groups without a line */
	struct worker worker;
	_Atomic int state;
	_Atomic int percent;	    /* of the indexes */
	_Atomic uint64_t rows, all; /* rows that were read, and will be read */
	struct compare_lines lines[COMPARE_WHATS];
	_Atomic bool cut;  /* there are groups without a line */
	_Atomic int ready; /* number of complete parts, which do not change any more */
	struct err err;	   /* written before state becomes COMPARE_DONE */
};

/* Append a line to a part. Valid until the next one is appended. */
struct compare_line *compare_add_line(struct compare *c, enum compare_what what, const char *name);

/* Free what a line owns. */
void compare_free_line(struct compare_line *line);

/* Publish a complete part. Numbers are sorted by the difference between the sides. */
void compare_publish(struct compare *c, enum compare_what what);

/* Make and publish COMPARE_MADE, COMPARE_EVENT and COMPARE_SAME. */
void compare_facts(struct compare *c);

/* Make and publish the parts that need complete indexes. Returns 0, or an error that c->err has. */
int compare_numbers(struct compare *c);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TOTALS_H
#define ANALYSIS_TOTALS_H

#include "analysis/grouping.h"

/*
 * Groups as lines to be shown: sorted by any column, as they are or folded by their fields,
 * the first outermost. A copy, so that counting can go on meanwhile. For one thread, but
 * another one may make it.
 */
struct totals;

enum {
	TOTALS_MOST = 1 << 16 /* groups; of more, those that stand first */
};

/* A line. Its values are those of the first fields, depth + 1 of them. */
struct totals_line {
	size_t node;  /* its number, of this struct totals */
	size_t depth; /* fields before the one that the line is about */
	bool leaf;    /* a group, not what several have in common */
	bool open;
	uint64_t count;
	uint64_t rows;	       /* UINT64_MAX: not known, of several groups that one row can be in */
	const int128 *numbers; /* of each aggregate (aggregate_rank()) */
	const char *key;       /* depth + 1 values (analysis/groupkey.h) */
	size_t key_len;
};

/* What the groups are. The aggregates outlive the totals. */
struct totals_form {
	size_t by;
	bool list; /* elements of a list are counted, so that rows can be in several groups */
	const struct aggregate *aggregates;
	size_t aggregates_n;
};

/* The groups of a table; rows: that were looked at for them. */
struct totals *totals_make(const struct totals_form *form, const struct grouptable *table,
			   const struct grouporder *order, uint64_t rows);
void totals_free(struct totals *totals);

/* What all groups come to. */
struct totals_all {
	uint64_t groups, count;
	int128 sums[AGGREGATES_MAX];	  /* aggregate_sum() */
	uint64_t unknown[AGGREGATES_MAX]; /* numbers that stand for "not known" */
};

/* Count a group more. */
void totals_all_add(struct totals_all *all, const struct totals_form *form, uint64_t count,
		    const struct numeric_stats *tallies);

/* There are more groups than those that are here. */
void totals_set_all(struct totals *totals, const struct totals_all *all);

uint64_t totals_rows(const struct totals *totals);

/* Of all groups, also those that are not here. */
const struct totals_all *totals_all(const struct totals *totals);

/* Groups that are here, and whether they can be folded. */
size_t totals_kept(const struct totals *totals);
bool totals_can_fold(const struct totals *totals);

/* Bring the lines into an order; folded: those of groups stand below what they have in common. */
void totals_arrange(struct totals *totals, const struct grouporder *order, bool folded);

/* Open or close a line, or all of them. */
void totals_open(struct totals *totals, size_t node, bool open);
void totals_open_all(struct totals *totals, bool open);

size_t totals_lines(const struct totals *totals);
void totals_line(const struct totals *totals, size_t i, struct totals_line *line);

/* The line of a key; false: it is not shown. */
bool totals_find(const struct totals *totals, const char *key, size_t len, size_t *line);

/* Open what is open in another one, which was shown before. */
void totals_open_as(struct totals *totals, const struct totals *before);

#endif

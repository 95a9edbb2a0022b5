/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TOTALS_H
#define ANALYSIS_TOTALS_H

#include "analysis/grouping.h"

/*
 * Groups as lines: sorted by any column, and either flat or folded by their fields, the first field
 * outermost. The totals are a copy of the groups, so counting can continue. For one thread at a
 * time; another thread may make them.
 */
struct totals;

enum {
	TOTALS_MOST = 1 << 16 /* maximum number of groups; the first ones in the order are kept */
};

/* A line. Its values are those of the first depth + 1 fields. */
struct totals_line {
	size_t node;  /* its number, valid for this struct totals */
	size_t depth; /* index of the field that the line is about */
	bool leaf;    /* a group, not a common parent of several groups */
	bool open;
	uint64_t count;
	uint64_t rows;	       /* UINT64_MAX: unknown, because a row can be in several groups */
	const int128 *numbers; /* for each aggregate (aggregate_rank()) */
	const char *key;       /* depth + 1 values (analysis/groupkey.h) */
	size_t key_len;
};

/* A description of the groups. The aggregates must outlive the totals. */
struct totals_form {
	size_t by;
	bool list; /* elements of a list are counted, so a row can be in several groups */
	const struct aggregate *aggregates;
	size_t aggregates_n;
};

/* Make totals from the groups of a table. rows: number of rows that were read. */
struct totals *totals_make(const struct totals_form *form, const struct grouptable *table,
			   const struct grouporder *order, uint64_t rows);
void totals_free(struct totals *totals);

/* Sums over all groups. */
struct totals_all {
	uint64_t groups, count;
	int128 sums[AGGREGATES_MAX];	  /* aggregate_sum() */
	uint64_t unknown[AGGREGATES_MAX]; /* counts of numbers that mean "unknown" */
};

/* Add a group. */
void totals_all_add(struct totals_all *all, const struct totals_form *form, uint64_t count,
		    const struct numeric_stats *stats);

/* Set the sums if there are more groups than the totals have. */
void totals_set_all(struct totals *totals, const struct totals_all *all);

uint64_t totals_rows(const struct totals *totals);

/* Return the sums over all groups, including omitted ones. */
const struct totals_all *totals_all(const struct totals *totals);

/* Return the number of groups, and whether they can be folded. */
size_t totals_kept(const struct totals *totals);
bool totals_can_fold(const struct totals *totals);

/* Sort the lines. folded: groups are below their common parents. */
void totals_arrange(struct totals *totals, const struct grouporder *order, bool folded);

/* Open or close a line, or all of them. */
void totals_open(struct totals *totals, size_t node, bool open);
void totals_open_all(struct totals *totals, bool open);

size_t totals_lines(const struct totals *totals);
void totals_line(const struct totals *totals, size_t i, struct totals_line *line);

/* Find the line of a key. Returns false if it is not shown. */
bool totals_find(const struct totals *totals, const char *key, size_t len, size_t *line);

/* Open the lines that are open in the previous totals. */
void totals_open_as(struct totals *totals, const struct totals *before);

#endif

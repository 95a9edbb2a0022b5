/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPSPILL_H
#define ANALYSIS_GROUPSPILL_H

#include "analysis/grouporder.h"
#include "base/err.h"

/*
 * Groups that memory does not hold: tables of them go to a file, sorted by their keys;
 * what belongs to one group is joined when all are there, and sorted again into the order
 * in which groups are told.
 */
struct groupspill;

/* Groups are told in that order, which outlives it, and have so many tallies. */
struct groupspill *groupspill_open(const char *dir, const struct grouporder *order, size_t tallies);
void groupspill_close(struct groupspill *spill);

/* Put all groups of a table there, which is empty then. ERR_IO: it cannot be written. */
int groupspill_table(struct groupspill *spill, struct grouptable *table, struct err *err);

/* Finish adding: all groups have been put there. */
int groupspill_join(struct groupspill *spill, struct err *err);
size_t groupspill_groups(const struct groupspill *spill);

/* Set the next group, valid until the next call. Returns 1, 0 at the end, or an error code. */
int groupspill_next(struct groupspill *spill, const char **key, size_t *len,
		    const struct group_state **state, struct err *err);

#endif

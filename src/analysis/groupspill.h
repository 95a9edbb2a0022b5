/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPSPILL_H
#define ANALYSIS_GROUPSPILL_H

#include "analysis/grouporder.h"
#include "base/err.h"

/*
 * Groups that do not fit into memory. Tables of groups are written to a file, sorted by key. At the
 * end, the parts of each group are joined, and the groups are sorted again in the order of output.
 */
struct groupspill;

/*
 * Open in folder dir. order, which must outlive this, is the order of output. n_stats: number of
 * stats of each group.
 */
struct groupspill *groupspill_open(const char *dir, const struct grouporder *order, size_t n_stats);
void groupspill_close(struct groupspill *spill);

/* Write all groups of a table, which is empty afterwards. Returns ERR_IO on an error. */
int groupspill_add(struct groupspill *spill, struct grouptable *table, struct err *err);

/* Finish adding, and join the groups. */
int groupspill_join(struct groupspill *spill, struct err *err);
/* The number of joined groups. */
size_t groupspill_groups(const struct groupspill *spill);

/* Set the next group, valid until the next call. Returns 1, 0 at the end, or an error code. */
int groupspill_next(struct groupspill *spill, const char **key, size_t *len,
		    const struct group_state **state, struct err *err);

#endif

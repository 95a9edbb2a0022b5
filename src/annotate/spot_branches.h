/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOT_BRANCHES_H
#define ANNOTATE_SPOT_BRANCHES_H

#include "annotate/spot_places.h"
#include "field/row_values.h"

enum {
	SPOT_BRANCH_FIELDS = 4
};

/* An entry of a branch stack. */
struct spot_branch_entry {
	uint64_t v[SPOT_BRANCH_FIELDS];
};

/* Adds the branches in branch stacks to places, and the blocks of code between them to spots. */
struct spot_branches {
	struct reader *reader;
	struct spot_places *places;
	struct spots *found;
	struct row_values *values;
	VEC(struct spot_branch_entry) stack; /* of the current row */
	struct map blocks;		     /* numbers in found->blocks by both places */
};

/* All arguments must outlive it. */
void spot_branches_init(struct spot_branches *branches, struct reader *reader,
			struct spot_places *places, struct spots *found);
void spot_branches_release(struct spot_branches *branches);

/* Add the branches of a row, if it has a branch stack that is no call stack. */
void spot_branches_add(struct spot_branches *branches, const struct row_info *info);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_BRANCHES_H
#define WIRE_BRANCHES_H

#include "base/vec.h"
#include "wire/tree.h"

/*
 * The branch stack of a sample as an array, and the path of execution that it shows: struct
 * perf_branch_entry of linux/perf_event.h, newest branch first.
 */
enum branch_field {
	BRANCH_FROM,
	BRANCH_TO,
	BRANCH_MISPRED,
	BRANCH_PREDICTED,
	BRANCH_IN_TX,
	BRANCH_ABORT,
	BRANCH_CYCLES,
	BRANCH_TYPE,
	BRANCH_NEW_TYPE,
	BRANCH_SPEC,
	BRANCH_PRIV,
	BRANCH_NOT_TAKEN,
	BRANCH_COUNTER,
	BRANCH_FIELDS
};

/* The id of each field. */
enum field_id branches_field_id(enum branch_field field);

struct branch {
	uint64_t v[BRANCH_FIELDS];
	uint32_t has; /* bit of each field that the record has */
};

struct branches {
	VEC(struct branch) list;
	size_t counters; /* branches whose counter was added */
};

/*
 * Set the branches of a record, which may have none, from its bytes or from its tree. A list can be
 * reused.
 */
void branches_decode(struct branches *branches, const struct layout *layout, const uint8_t *rec,
		     size_t len);
void branches_read(struct branches *branches, const struct tree *tree);
void branches_release(struct branches *branches);

/*
 * The same in single steps, for a sink that also uses other fields: begin without branches, and
 * pass each value of the record in order. Values of other fields are ignored.
 */
void branches_reset(struct branches *branches);
void branches_add(struct branches *branches, enum field_id field, uint64_t num);

/*
 * The code that ran between two branches. It begins at the target of the older branch, and its last
 * instruction is the source of the newer branch.
 */
struct branch_block {
	uint64_t start, end;
	uint32_t branch;   /* number of the branch that ends the block, BRANCH_NONE: the sample */
	const char *wrong; /* the reason why this cannot be continuous code, or NULL */
};

#define BRANCH_NONE UINT32_MAX

/* A longer block means that branches are missing; MAXBB of perf script. */
#define BRANCH_BLOCK_MAX 16384

/*
 * Get block i. Block 0 is the oldest; the last one ends at the sample's ip. A list of n branches
 * has n blocks. False: i is too large.
 */
bool branches_block(const struct branches *branches, size_t i, uint64_t ip,
		    struct branch_block *block);

#endif

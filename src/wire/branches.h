/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_BRANCHES_H
#define WIRE_BRANCHES_H

#include "base/vec.h"
#include "wire/tree.h"

/*
 * The branch stack of a sample as an array, and the way that it tells: struct
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

/* The word of each field. */
enum word branches_word(enum branch_field field);

struct branch {
	uint64_t v[BRANCH_FIELDS];
	uint32_t has; /* bits: which of them the record has */
};

struct branches {
	VEC(struct branch) list;
};

/* Those of a decoded record, which may have none. The list may be used again and again. */
void branches_read(struct branches *branches, const struct tree *tree);
void branches_release(struct branches *branches);

/*
 * What ran between two branches: from where the older one went to up to where the newer
 * one left, which is its last instruction.
 */
struct branch_block {
	uint64_t start, end;
	uint32_t branch;   /* number in the list of the one that ends it, BRANCH_NONE: the sample */
	const char *wrong; /* why this is no stretch of code that ran through, or NULL */
};

#define BRANCH_NONE UINT32_MAX

/* A block is longer than this only where branches are missing; MAXBB of perf script. */
#define BRANCH_BLOCK_MAX 16384

/*
 * Block i, the oldest is 0; the last one ends at the sample's ip. False: there are not so
 * many. A list of n branches has n blocks.
 */
bool branches_block(const struct branches *branches, size_t i, uint64_t ip,
		    struct branch_block *block);

#endif

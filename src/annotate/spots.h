/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_H
#define ANNOTATE_SPOTS_H

#include "annotate/annotation.h"

/*
 * Where the samples that pass a filter are in the functions of a name: counted in one pass over
 * the recording by all processors.
 */

/* Samples of one event at one offset of a function. */
struct spot {
	size_t event, function; /* numbers in the lists below */
	uint64_t off;
	uint64_t row, addr; /* of the first of them; where the function begins for its process */
	struct annotation_count count;
	struct annotation_memory memory;
};

/* How often a branch was taken at an offset. */
struct spot_branch {
	size_t function;
	uint64_t off, taken, mispredicted;
};

/* Code that ran through, from the target of a branch to the next branch. */
struct spot_block {
	size_t function;
	uint64_t first, last; /* offsets of its first and last instruction */
	uint64_t count;
	uint64_t timed, cycles; /* of them those with cycles, and the sum of these */
};

struct spots {
	VEC(char *) events;	       /* names as bytes, of all samples that pass */
	struct annotation_count total; /* all samples that pass */
	struct annotation_count all[ANNOTATION_EVENTS]; /* of each event: all samples that pass */
	VEC(struct annotated_function) functions;	/* with dso and symaddr */
	VEC(struct spot) list;				/* in no order; places can come again */
	VEC(struct spot_branch) branches;		/* likewise */
	VEC(struct spot_block) blocks;			/* likewise */
	VEC(char *) levels; /* names, as annotation_memory counts them */
};

/*
 * Fill in what is zeroed, from the first blocks alone (UINT64_MAX: from all); to be released in any
 * case. ERR_PARSE: options->where is no filter; ERR_STOPPED; ERR_STALE.
 */
int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, uint64_t blocks, struct err *err);
void spots_release(struct spots *spots);

/* The number of a function, which is added where it is not there yet. */
size_t spots_function(struct spots *spots, const char *dso, size_t dso_len, uint64_t symaddr);

#endif

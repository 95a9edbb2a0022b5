/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_H
#define ANNOTATE_SPOTS_H

#include "annotate/annotation.h"

/*
 * Count the samples that pass a filter at each offset of the functions of a name, in one pass over
 * the recording on all processors.
 */

/* Samples of one event at one offset of a function. */
struct spot {
	size_t event, function; /* numbers in the lists below */
	uint64_t off;		/* less than 4 GB */
	uint64_t row, addr;	/* of the first sample; the function's start in its process */
	struct annotation_count count;
	size_t memory; /* number in spots.memories; SIZE_MAX: none */
};

/* How often a branch was taken at an offset. */
struct spot_branch {
	size_t function;
	uint64_t off, taken, mispredicted;
};

/* Code from the target of a branch to the next branch, and how often it ran. */
struct spot_block {
	size_t function;
	uint64_t first, last; /* offsets of its first and last instruction */
	uint64_t count;
	uint64_t timed, cycles; /* how often it ran with a known number of cycles, and their sum */
};

struct spots {
	VEC(char *) events;	       /* names as bytes, of all samples that pass */
	struct annotation_count total; /* all samples that pass */
	struct annotation_count all[ANNOTATION_EVENTS]; /* of each event: all samples that pass */
	VEC(struct annotated_function) functions;	/* only dso and symaddr are set */
	VEC(struct spot) list;				/* in any order; a place can come again */
	VEC(struct annotation_memory) memories;
	VEC(struct spot_branch) branches; /* in any order; a place can occur several times */
	VEC(struct spot_block) blocks;	  /* in any order; a block can occur several times */
	VEC(char *) levels;		  /* names, in the order of annotation_memory */
};

/* The part of the samples that is counted. */
struct spots_part {
	uint64_t blocks; /* the first blocks of the recording; UINT64_MAX: all */
	bool user;	 /* only user space, because the kernel's symbols take long to read */
	/*
	 * NULL, or called with all samples but a few in the kernel, which are counted when the
	 * kernel's symbols have been read.
	 */
	void (*meanwhile)(void *arg, const struct spots *spots);
	void *arg;
};

/*
 * Fill in spots, which must be zeroed. Release it in any case. ERR_PARSE: options->where is no
 * filter; ERR_STOPPED; ERR_STALE.
 */
int spots_count(struct spots *spots, struct recording *recording,
		const struct annotation_options *options, const struct spots_part *part,
		struct err *err);
void spots_release(struct spots *spots);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_H
#define ANNOTATE_SPOTS_H

#include "annotate/annotation.h"
#include "annotate/plain_counts.h"

/* Counts of samples at each offset of all functions that have a given name. */

enum {
	SPOT_NO_MEMORY = UINT32_MAX
};

/* Samples of one event at one offset of a function. */
struct spot {
	uint32_t event, function; /* numbers in the lists below */
	uint32_t off;
	uint32_t memory;    /* number in spots.memories; SPOT_NO_MEMORY: none */
	uint64_t row, addr; /* of the first sample; the function's start in its process */
	struct annotation_count count;
};

/* Plain samples of one event in one function, which need no struct spot for each offset. */
struct spot_sum {
	uint32_t event, function; /* numbers in the lists below */
	struct plain_counts counts;
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
	VEC(struct spot) list;				/* in any order; places can recur */
	VEC(struct spot_sum) sums;			/* one for an event and a function; few */
	VEC(struct annotation_memory) memories;
	VEC(struct spot_branch) branches; /* in any order; places can recur */
	VEC(struct spot_block) blocks;	  /* in any order; a block can occur several times */
	VEC(char *) levels;		  /* names, in the order of annotation_memory */
};

/*
 * Return the number of a function, event or level of memory, and add a new one. ANNOTATION_EVENTS
 * or ANNOTATION_LEVELS: there is no room for another one.
 */
size_t spots_function(struct spots *spots, const char *dso, size_t dso_len, uint64_t symaddr);
size_t spots_event(struct spots *spots, const char *name);
size_t spots_level(struct spots *spots, const char *name);

/* The plain samples of an event in a function; new ones are empty. */
struct plain_counts *spots_plain_counts(struct spots *spots, size_t event, size_t function);

/* Sort the list by function and offset. */
void spots_sort(struct spots *spots);

void spots_release(struct spots *spots);

#endif

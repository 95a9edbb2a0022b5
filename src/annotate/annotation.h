/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_H
#define ANNOTATE_ANNOTATION_H

#include <stdatomic.h>

#include "annotate/code.h"
#include "query/filter.h"
#include "query/worker.h"
#include "recording/recording.h"

/*
 * The samples of a function by its instructions: how many samples of each event had their ip in
 * which instruction, and which line of source that was made of. Files, and places in a file, can
 * have functions of one name; each has an annotation of its own.
 */
enum {
	ANNOTATION_BYTES = 4 << 20, /* of a function at most: what lies behind them has no line */
	ANNOTATION_LEVELS = 12,	    /* of memory, by their names */
	ANNOTATION_EVENTS = 64	    /* with columns; samples of further events are not counted */
};

/* An address in the process of a record. */
struct annotation_place {
	uint64_t row, addr;
	enum cpumode mode;
	bool any;    /* it may be of the kernel or the user, whatever mode says */
	bool caller; /* it is where a call returns to */
};

struct annotation;

struct annotation_options {
	const char *symbol; /* bytes, as the field sym has them */
	size_t symbol_len;
	const char *where;	  /* an expression that samples pass besides; "": none */
	const _Atomic bool *stop; /* NULL, or true: end soon, with ERR_STOPPED */
	struct worker *worker;	  /* as in struct grouping_options, like the next */
	_Atomic uint64_t *done;	  /* rows that were looked at for the function */
	const struct annotation_place *place; /* NULL, or where a function is wanted in any case */
	/*
	 * NULL, or is given an annotation of a first part of the recording, without source lines,
	 * which is its own then; ctx is its argument.
	 */
	void (*early)(void *ctx, struct annotation *annotation);
	void *ctx;
	bool chains; /* samples are at each call of their stack, too */
};

/* Samples of one event. */
struct annotation_count {
	uint64_t samples;
	uint64_t period; /* sum of their periods; 0 where they have none */
};

/* What samples of all events tell of memory. */
struct annotation_memory {
	uint64_t weighed, weight;	    /* samples with a weight, and the sum of these */
	uint64_t levels[ANNOTATION_LEVELS]; /* samples of each of annotation.levels */
};

/* What the branch stacks of the samples tell. */
struct annotation_branches {
	uint64_t executed;	      /* in blocks that ran through */
	uint64_t taken, mispredicted; /* as a branch */
	uint64_t ended;		      /* blocks that end here, which began with a branch, */
	uint64_t timed, cycles;	      /* of them those with cycles; their sum, */
	uint64_t instructions;	      /* and what they executed */
};

/* An instruction, or an offset with samples where none could be read. */
struct annotated_line {
	struct code_line code;
	struct annotation_count *counts;      /* of each event of the annotation */
	struct annotation_memory *memory;     /* NULL: none */
	struct annotation_branches *branches; /* NULL: none */
};

struct annotated_function {
	char *dso;
	uint64_t symaddr;		  /* where it begins, as the field symaddr has it */
	uint64_t addr;			  /* the same as an address of the process that row is of */
	uint64_t row;			  /* of the first record with such a sample */
	struct annotation_count *counts;  /* of each event: all samples in the function */
	VEC(struct annotated_line) lines; /* in the order of their offsets */
	bool has_memory, has_branches;	  /* of some line */
	struct code code; /* what the lines are of: sources, why there are no instructions */
};

struct annotation {
	VEC(char *) levels; /* names */
	VEC(char *) events; /* names as bytes: those with samples in a function, most first */
	struct annotation_count *counts; /* of each event: all samples that pass `where` */
	struct annotation_count all;	 /* the same of all events together, with any samples */
	VEC(struct annotated_function) functions; /* with most samples first */
	size_t at;	 /* the one that the wanted place is in; SIZE_MAX: in none */
	uint64_t at_off; /* the place in it: of a caller in its call */
};

/*
 * ERR_PARSE: `where` is no filter; ERR_STOPPED; ERR_STALE: a block of the index is damaged. No
 * sample has the name: there are no functions. Waits for symbols, source lines and instructions.
 * The index of the recording is complete.
 */
int annotation_make(struct annotation **annotation, struct recording *recording,
		    const struct annotation_options *options, struct err *err);
void annotation_free(struct annotation *annotation);

void annotation_add(struct annotation_count *sum, const struct annotation_count *count);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ANNOTATION_H
#define ANNOTATE_ANNOTATION_H

#include <stdatomic.h>

#include "annotate/code.h"
#include "filter/filter.h"
#include "query/worker.h"
#include "recording/recording.h"

/*
 * The samples of a function by its instructions: how many samples of each event had their ip in
 * each instruction, and the source line of the instruction. Several files, and even one file, can
 * have functions of the same name; the annotation has all of them.
 */
enum {
	ANNOTATION_BYTES = 4 << 20, /* of one function; later instructions get no line */
	ANNOTATION_LEVELS = 12,	    /* levels of memory */
	ANNOTATION_EVENTS = 64	    /* with columns; further events are not counted */
};

/* An address in the process of a record. */
struct annotation_place {
	uint64_t row, addr;
	enum cpumode mode;
	bool any;	/* in the kernel or in user space, whatever mode is */
	bool is_return; /* it is where a call returns to */
};

struct annotation;

struct annotation_options {
	const char *symbol; /* bytes, as the field sym has them */
	size_t symbol_len;
	const char *where;	  /* an expression that the samples must pass, too; "": none */
	const _Atomic bool *stop; /* NULL, or set to true to end soon with ERR_STOPPED */
	struct worker *worker;	  /* as in struct grouping_options, as is the next member */
	_Atomic uint64_t *done;	  /* rows examined so far */
	const struct annotation_place *place; /* NULL, or annotate it even without samples */
	/*
	 * NULL, or takes two annotations without source lines: one of the first part of the
	 * recording, then one of all of it. ctx is its argument.
	 */
	void (*early)(void *ctx, struct annotation *annotation);
	void *ctx;
	bool chains; /* count a sample at each call of its stack, too */
};

/* The samples of one event. */
struct annotation_count {
	uint64_t samples;
	uint64_t period; /* sum of their periods; 0 if they have none */
};

/* The memory accesses of samples of all events. */
struct annotation_memory {
	uint64_t weighed, weight;	    /* samples with a weight, and the sum of the weights */
	uint64_t levels[ANNOTATION_LEVELS]; /* samples at each of annotation.levels */
};

/* The branches in branch stacks of samples. */
struct annotation_branches {
	uint64_t executed;	      /* times that a block with the instruction ran */
	uint64_t taken, mispredicted; /* times that the instruction branched */
	uint64_t ended;		      /* blocks that end at the instruction */
	uint64_t timed, cycles;	      /* ended blocks with known cycles, and the sum of these */
	uint64_t instructions;	      /* instructions that the timed blocks executed */
};

/* An instruction, or an offset with samples whose instruction cannot be read. */
struct annotated_line {
	struct code_line code;
	struct annotation_count *counts;      /* of each event, in the function's line_counts */
	struct annotation_memory *memory;     /* NULL: none */
	struct annotation_branches *branches; /* NULL: none */
};

struct annotated_function {
	char *dso;
	uint8_t build_id[MAPPING_BUILD_ID];
	uint8_t build_id_size;		  /* 0: not known */
	uint64_t symaddr;		  /* its beginning, as the field symaddr has it */
	uint64_t addr;			  /* its beginning in the process of row */
	uint64_t row;			  /* of the first record with a sample in the function */
	struct annotation_count *counts;  /* of each event: all samples in the function */
	VEC(struct annotated_line) lines; /* in the order of their offsets */
	struct annotation_count *line_counts; /* of all lines, which refer to it */
	bool has_memory, has_branches;	      /* some line has it */
	struct code code; /* its source lines, and why instructions are missing */
};

struct annotation {
	VEC(char *) levels; /* names */
	VEC(char *) events; /* names as bytes: events with samples in a function, most first */
	struct annotation_count *counts; /* of each event: all samples that pass `where` */
	struct annotation_count all;	 /* the sum over all events, also those without a column */
	VEC(struct annotated_function) functions; /* with most samples first */
	size_t at;	 /* index of the function with the wanted place; SIZE_MAX: none */
	uint64_t at_off; /* offset of that place; of a caller: inside of the call */
};

/*
 * Annotate all functions that have a given name; there are none if no sample is in such a function.
 * The index of the recording must be complete. Waits for symbols, source lines and instructions.
 * ERR_PARSE: `where` is not a valid filter; ERR_STOPPED; ERR_STALE: a block of the index is
 * damaged.
 */
int annotation_make(struct annotation **annotation, struct recording *recording,
		    const struct annotation_options *options, struct err *err);
void annotation_free(struct annotation *annotation);

void annotation_add(struct annotation_count *sum, const struct annotation_count *count);

/* The samples of part per 100 samples of whole, which has at least those of part. */
double annotation_percent(const struct annotation_count *part,
			  const struct annotation_count *whole);

#endif

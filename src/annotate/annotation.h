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
 * each instruction, and the line of source of that instruction. Several files, or one file, can
 * have functions of the same name: the annotation has all of them.
 */
enum {
	ANNOTATION_BYTES = 4 << 20, /* of a function; later instructions have no line */
	ANNOTATION_LEVELS = 12,	    /* of memory */
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
	const char *where;	  /* also an expression that the samples pass; "": none */
	const _Atomic bool *stop; /* NULL, or true: end soon, with ERR_STOPPED */
	struct worker *worker;	  /* as in struct grouping_options, like the next */
	_Atomic uint64_t *done;	  /* rows that were looked at for the function */
	const struct annotation_place *place; /* NULL, or where a function is wanted in any case */
	/*
	 * NULL, or takes two annotations without source lines: one of the first part of the
	 * recording, then one of all of it. ctx is its argument.
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

/* Memory accesses of the samples of all events. */
struct annotation_memory {
	uint64_t weighed, weight;	    /* samples with a weight, and the sum of these */
	uint64_t levels[ANNOTATION_LEVELS]; /* samples of each of annotation.levels */
};

/* Branches in the branch stacks of the samples. */
struct annotation_branches {
	uint64_t executed;	      /* times that a block with the instruction ran */
	uint64_t taken, mispredicted; /* times that the instruction branched */
	uint64_t ended;		      /* blocks that end at the instruction */
	uint64_t timed, cycles;	      /* those of them that have cycles, and the sum of these */
	uint64_t instructions;	      /* that the timed blocks executed */
};

/* An instruction, or an offset with samples whose instruction cannot be read. */
struct annotated_line {
	struct code_line code;
	struct annotation_count *counts;      /* of each event of the annotation */
	struct annotation_memory *memory;     /* NULL: none */
	struct annotation_branches *branches; /* NULL: none */
};

struct annotated_function {
	char *dso;
	uint8_t build_id[MAPPING_BUILD_ID];
	uint8_t build_id_size;		  /* 0: not known */
	uint64_t symaddr;		  /* where it begins, as the field symaddr has it */
	uint64_t addr;			  /* the same as an address of the process that row is of */
	uint64_t row;			  /* of the first record with such a sample */
	struct annotation_count *counts;  /* of each event: all samples in the function */
	VEC(struct annotated_line) lines; /* in the order of their offsets */
	bool has_memory, has_branches;	  /* of some line */
	struct code code;		  /* has the sources, and why instructions lack */
};

struct annotation {
	VEC(char *) levels; /* names */
	VEC(char *) events; /* names as bytes: those with samples in a function, most first */
	struct annotation_count *counts; /* of each event: all samples that pass `where` */
	struct annotation_count all;	 /* the same of all events together, with any samples */
	VEC(struct annotated_function) functions; /* with most samples first */
	size_t at;	 /* number of the function with the wanted place; SIZE_MAX: none */
	uint64_t at_off; /* offset of that place; of a caller it is in the call */
};

/*
 * Annotate all functions of a name; none where no sample has it. The index of the recording is
 * complete. Wait for symbols, source lines and instructions. ERR_PARSE: `where` is no filter;
 * ERR_STOPPED; ERR_STALE: a block of the index is damaged.
 */
int annotation_make(struct annotation **annotation, struct recording *recording,
		    const struct annotation_options *options, struct err *err);
void annotation_free(struct annotation *annotation);

void annotation_add(struct annotation_count *sum, const struct annotation_count *count);

#endif

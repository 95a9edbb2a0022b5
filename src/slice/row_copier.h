/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_ROW_COPIER_H
#define SLICE_ROW_COPIER_H

#include "file/output.h"
#include "recording/reader.h"
#include "slice/record_class.h"
#include "slice/scrub.h"

/*
 * Copies the records of rows to an output. It copies records that are adjacent in a stream as one
 * piece.
 */
struct row_copier {
	struct reader *reader;
	const struct perf_file *file;
	struct output *output;
	struct scrub *scrub; /* NULL: records are not changed */
	struct {
		const struct source *source;
		uint64_t off, len;
	} piece;		/* bytes that are still to be copied; len 0: none */
	VEC(uint64_t) auxtrace; /* offsets of AUXTRACE records in the output */
	bool auxtrace_cut;	/* there are more than the list has */
};

/* The result for a row. */
enum row_copied {
	ROW_COPIED,
	ROW_UNKNOWN,	/* omitted: its names cannot be scrubbed */
	ROW_CUT,	/* omitted: the data after its record are incomplete */
	ROW_LOST,	/* its bytes cannot be read, or do not match the index */
	ROW_NOT_WRITTEN /* the output has an error */
};

/* Begin to copy rows of the first file of the reader's recording. */
void row_copier_init(struct row_copier *c, struct reader *reader, struct output *output,
		     struct scrub *scrub);
void row_copier_release(struct row_copier *c);

/* Copy row i of a block, which has this kind, with the data after it. */
enum row_copied row_copier_add(struct row_copier *c, struct block *block, uint32_t i,
			       const struct record_class_kind *kind);

/* Write what is still to be copied. False after an error of the output. */
bool row_copier_flush(struct row_copier *c);

#endif

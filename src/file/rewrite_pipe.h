/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_REWRITE_PIPE_H
#define FILE_REWRITE_PIPE_H

#include "file/rewrite.h"

/*
 * A new recording as a pipe stream, as perf record -o - writes it. The parts that a file has
 * outside of its data (file/rewrite.h) come as records before the records added by output_add().
 * Sections about the container itself (AUXTRACE, DIR_FORMAT, COMPRESSED, BRANCH_STACK, STAT) are
 * left out: perf does not need them in a stream.
 */
struct rewrite_pipe {
	struct output *output;
	const struct perf_file *file;
	uint64_t times;	   /* offset in the output of SAMPLE_TIME's two times; 0: none */
	uint64_t ids_lost; /* ids that do not fit into the record of their attr */
};

/* Does a section fit into a record? Larger sections are not written. */
bool rewrite_pipe_fits(const struct rewrite_feature *feature);

/* Begin the stream. types: see rewrite_begin(). False: the output failed. */
bool rewrite_pipe_begin(struct rewrite_pipe *w, struct output *output, const struct perf_file *file,
			const struct buf *types, const struct rewrite_feature *features, size_t n);

/* Write the times of the first and last sample if the stream has SAMPLE_TIME. */
bool rewrite_pipe_times(struct rewrite_pipe *w, uint64_t first, uint64_t last);

#endif

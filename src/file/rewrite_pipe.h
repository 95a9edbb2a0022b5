/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_REWRITE_PIPE_H
#define FILE_REWRITE_PIPE_H

#include "file/rewrite.h"

/*
 * Begin a new recording as a pipe stream, as perf record -o - writes it: what a file has around its
 * records (file/rewrite.h) comes as records before them. The records follow by output_add(). perf
 * needs no sections about the container itself (AUXTRACE, DIR_FORMAT, COMPRESSED, BRANCH_STACK,
 * STAT) in a stream: these are not written.
 */
struct rewrite_pipe {
	struct output *output;
	const struct perf_file *file;
	uint64_t times;	   /* where SAMPLE_TIME has its two times in the output; 0: it has none */
	uint64_t ids_lost; /* that do not fit into the record of their attr */
};

/* Does a section fit into a record? Those that do not are not written. */
bool rewrite_pipe_fits(const struct rewrite_feature *feature);

/* types: as those of rewrite_begin(). False after an error of the output. */
bool rewrite_pipe_begin(struct rewrite_pipe *w, struct output *output, const struct perf_file *file,
			const struct buf *types, const struct rewrite_feature *features, size_t n);

/* The times of the samples, where there is a place for them, as soon as they are known. */
bool rewrite_pipe_times(struct rewrite_pipe *w, uint64_t first, uint64_t last);

#endif

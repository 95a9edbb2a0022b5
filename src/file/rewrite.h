/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_REWRITE_H
#define FILE_REWRITE_H

#include "file/output.h"
#include "file/perf_file.h"

/*
 * The container of a new recording with the attrs, ids and byte order of another one. It is a
 * perf.data file of version 2 (perf's util/header.h), even if the other is a pipe stream, a
 * directory or of version 1. Order of calls: rewrite_begin(), output_add() for the records,
 * rewrite_features(), output_finish().
 */
struct rewrite {
	struct output *output;
	const struct perf_file *file;
	uint64_t attr_size; /* of an entry of the attrs section */
	struct section attrs, types, data;
};

/* A feature section of the new file. */
struct rewrite_feature {
	unsigned number;
	uint64_t size;
	const uint8_t *bytes;	     /* NULL: the source has them */
	const struct source *source; /* size bytes at offset */
	uint64_t offset;
};

/*
 * Begin the file. types: entries of an event_types section (EVENT_TYPE_BYTES each) that the other
 * recording has as records, or empty. False: the output failed.
 */
bool rewrite_begin(struct rewrite *w, struct output *output, const struct perf_file *file,
		   const struct buf *types);

/* The size of an attr up to its last byte that is not 0. */
uint32_t rewrite_attr_used(const struct event *event);

/* Write the sections after the records, by ascending numbers, and then the header. */
bool rewrite_features(struct rewrite *w, const struct rewrite_feature *features, size_t n);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_REWRITE_H
#define FILE_REWRITE_H

#include "file/output.h"
#include "file/perf_file.h"

/*
 * The container of a new recording that has the attrs, ids and byte order of
 * another: a perf.data file of version 2 (perf's util/header.h), also where the other
 * is a pipe stream, a directory or of version 1. In this order: rewrite_begin(), the
 * records by output_add(), rewrite_features(), and then output_finish().
 */
struct rewrite {
	struct output *output;
	const struct perf_file *file;
	uint64_t attr_size; /* of an entry */
	struct section attrs, types, data;
};

/* A feature section of the new file. */
struct rewrite_feature {
	unsigned number;
	uint64_t size;
	const uint8_t *bytes;	     /* NULL: they are in a source */
	const struct source *source; /* with size bytes at offset */
	uint64_t offset;
};

/*
 * Begin the file. types: entries of an event_types section that the other has as
 * records (72 bytes each), or empty. False after an error of the output.
 */
bool rewrite_begin(struct rewrite *w, struct output *output, const struct perf_file *file,
		   const struct buf *types);

/* Bytes of an attr up to the last that is not 0. */
uint32_t rewrite_attr_used(const struct event *event);

/* Behind the records: the sections, by ascending numbers, and then the header. */
bool rewrite_features(struct rewrite *w, const struct rewrite_feature *features, size_t n);

#endif

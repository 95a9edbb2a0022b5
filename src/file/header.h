/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_HEADER_H
#define FILE_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/err.h"
#include "file/source.h"

/* A part of a file, in bytes. */
struct section {
	uint64_t offset, size;
};

enum {
	FEATURE_BITS = 256,
	HEADER_SIZE = 104,     /* struct perf_file_header of perf's util/header.h */
	HEADER_SIZE_OLD = 72,  /* without the feature bits */
	HEADER_SIZE_PIPE = 16, /* struct perf_pipe_file_header: magic and size, then records */
	EVENT_TYPE_NAME = 64,  /* bytes of a name in the section event_types, */
	EVENT_TYPE_BYTES = 8 + EVENT_TYPE_NAME /* after the config of its event */
};

struct header {
	bool big;	    /* the producer's byte order */
	bool pipe;	    /* a pipe stream: attrs and features come as records */
	uint64_t size;	    /* of the header, as it states itself */
	uint64_t attr_size; /* of an entry of the attrs section: attr and section of its ids */
	struct section attrs, data, event_types;
	uint64_t features[BITSET_WORDS(FEATURE_BITS)]; /* bit n is feature n */
	bool unfinished; /* data.size is 0: the recorder did not finish */
	bool cut;	 /* the data section is longer than the file */
};

/*
 * Read the header of a perf.data file. ERR_FORMAT: the file is another kind of file, which the
 * message names. Sizes are checked against the source: data.size is limited to the bytes that
 * exist, and unfinished or cut is set.
 */
int header_read(struct header *header, const struct source *source, struct err *err);

static inline bool header_has_feature(const struct header *header, unsigned feature)
{
	return feature < FEATURE_BITS && bitset_has(header->features, feature);
}

#endif

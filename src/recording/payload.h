/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_PAYLOAD_H
#define RECORDING_PAYLOAD_H

#include "aux/trace.h"
#include "recording/packets.h"
#include "recording/reader.h"
#include "wire/tree.h"

/*
 * Trace data of a recording: the data after AUXTRACE records, which their size does not include,
 * and the bytes of PERF_SAMPLE_AUX in samples.
 */
struct payload {
	uint64_t offset; /* in the file of the record's stream */
	uint64_t size;	 /* according to the record */
	uint64_t there;	 /* less than size if the file or its data section ends earlier */
	uint64_t start;	 /* offset of the first byte in the AUX buffer */
};

static inline bool payload_is_cut(const struct payload *payload)
{
	return payload->there < payload->size;
}

/* Bytes of a payload that are read for display; they fit into a window together with a record. */
enum {
	PAYLOAD_SHOWN = 64 << 10,
	PAYLOAD_PACKETS = 4096 /* the most packets of a payload that are shown at a time */
};

/*
 * Find the payload of a row whose record was read: len bytes at rec. Returns false if the record
 * has no payload; inflated records never have one.
 */
bool payload_find(const struct perf_file *file, const struct row_info *info, const uint8_t *rec,
		  size_t len, struct payload *payload);

/* The producer of a part's trace data; each reader searches the index once. */
struct payload_producer {
	size_t part;
	uint64_t blocks; /* blocks that have been searched */
	uint32_t type;	 /* of AUXTRACE_INFO */
	bool found;
};

/*
 * The format of the trace data in a part, as far as the index has been built. TRACE_BYTES: no
 * AUXTRACE_INFO yet, or a type without packets.
 */
enum trace_format payload_format(struct reader *reader, size_t part,
				 struct payload_producer *producer);

/* Append the offset of the payload, and whether it is cut, to a summary. */
void payload_summary(const struct payload *payload, struct buf *out);

/*
 * Add the payload as one leaf after the tree's record. The tree has `shown` bytes of the payload,
 * after the record's bytes; they begin at packets->place. Each packet in these bytes gets a node,
 * and packets is moved after the last of them. producer: its name; NULL: not known.
 */
void payload_append(struct tree *tree, const struct payload *payload, size_t shown,
		    struct packets *packets, const char *producer);

/* The same for the leaf with the trace data of a sample, if the tree has one. */
void payload_open_sample(struct tree *tree, const struct row_info *info, enum trace_format format);

#endif

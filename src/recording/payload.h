/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_PAYLOAD_H
#define RECORDING_PAYLOAD_H

#include "aux/trace.h"
#include "recording/packets.h"
#include "recording/reader.h"

/*
 * Trace data of a recording: what lies behind AUXTRACE records and is not counted
 * in their size, and the bytes of PERF_SAMPLE_AUX inside samples.
 */
struct payload {
	uint64_t offset; /* in the file of the record's stream */
	uint64_t size;	 /* as the record says */
	uint64_t there;	 /* less than size when the file or its data section ends before */
	uint64_t start;	 /* place of the first byte in the AUX buffer */
};

static inline bool payload_is_cut(const struct payload *payload)
{
	return payload->there < payload->size;
}

/* Bytes of a payload that are read to be looked at; one record and they fit into a window. */
enum {
	PAYLOAD_SHOWN = 64 << 10,
	PAYLOAD_PACKETS = 4096 /* of one payload, that become nodes at a time */
};

/*
 * The payload of a row, whose record has been read: len bytes at rec. False when
 * the row has none, which is so for records that were inflated, too.
 */
bool payload_find(const struct perf_file *file, const struct row_info *info, const uint8_t *rec,
		  size_t len, struct payload *payload);

/* Who wrote the trace data of a part, remembered: one search through its index in each reader. */
struct payload_producer {
	size_t part;
	uint64_t blocks; /* that have been searched */
	uint32_t type;	 /* of AUXTRACE_INFO */
	bool found;
};

/*
 * The format of the trace data in a part, as far as the index goes: TRACE_BYTES
 * when the AUXTRACE_INFO has not come yet, or its type is none that has packets.
 */
enum trace_format payload_format(struct reader *reader, size_t part,
				 struct payload_producer *producer);

/* Where the payload is and whether it is cut, behind what a summary says already. */
void payload_summary(const struct payload *payload, struct buf *out);

/*
 * The payload as one leaf behind the tree's record, where shown bytes of it follow, those from
 * where a walk over its packets is on. The walk goes on behind the last packet that is a node.
 * producer: who wrote it, NULL: nobody knows.
 */
void payload_append(struct tree *tree, const struct payload *payload, size_t shown,
		    struct packets *packets, const char *producer);

/* Likewise the leaf that holds the trace data of a sample, if the tree has one. */
void payload_open_sample(struct tree *tree, const struct row_info *info, enum trace_format format);

#endif

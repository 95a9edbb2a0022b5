/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TRACES_H
#define ANALYSIS_TRACES_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/reader.h"

/*
 * The trace data of a recording: what perf wrote of each queue (AUXTRACE) and
 * what the kernel said of each AUX buffer (AUX), and what is missing between
 * blocks of which one should follow the other.
 */
enum trace_count {
	TRACE_GAPS,	 /* how often a block does not follow the one before */
	TRACE_MISSING,	 /* bytes between them */
	TRACE_CUT,	 /* bytes that the file has not got */
	TRACE_TRUNCATED, /* blocks with this flag, and so on */
	TRACE_OVERWRITE,
	TRACE_PARTIAL,
	TRACE_COLLISION,
	TRACE_COUNTS
};

struct trace_blocks {
	uint64_t key;	       /* of a queue: its number; of a buffer: its event id */
	bool has_key;	       /* there is a key */
	bool has_cpu, has_tid; /* all blocks have the same */
	int32_t cpu, tid;
	uint64_t blocks, bytes;
	uint64_t count[TRACE_COUNTS];
	uint64_t next; /* where the next block should begin, has_next */
	bool has_next;
};

struct trace_list {
	VEC(struct trace_blocks) list;
};

struct traces {
	struct trace_list queues, buffers; /* in the order of their first block */
	uint64_t left_out;		   /* blocks of more queues and buffers than are kept */
	uint32_t producer;		   /* type of AUXTRACE_INFO */
	bool told;			   /* AUXTRACE_INFO says whether: */
	bool snapshot; /* blocks are what was in the buffers at some moments: no gaps */
	bool has_producer;
};

/* Look at the rows of a part that are published. */
void traces_collect(struct recording *recording, size_t part, struct traces *traces);
void traces_release(struct traces *traces);

/* The same row by row, for those who look at rows anyway. A zeroed one is ready. */
struct trace_scan {
	struct traces traces;
	struct map queues, buffers; /* key to number in the list */
};

/* What a row says is missing: of its block, and between it and the block before. */
struct trace_loss {
	uint64_t gap, cut; /* bytes */
};

/* True for the types of rows that trace_scan_row() wants. */
bool trace_scan_wants(uint32_t type);
void trace_scan_row(struct trace_scan *scan, struct reader *reader, const struct row_info *info,
		    struct trace_loss *loss);
void trace_scan_release(struct trace_scan *scan);

/* False: the recording has nothing of that kind. */
static inline bool traces_any(const struct traces *traces)
{
	return traces->has_producer || traces->queues.list.n || traces->buffers.list.n;
}

#endif

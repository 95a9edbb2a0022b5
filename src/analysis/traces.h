/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_TRACES_H
#define ANALYSIS_TRACES_H

#include "base/map.h"
#include "base/vec.h"
#include "recording/reader.h"

/*
 * The trace data of a recording: the blocks that perf wrote for each queue (AUXTRACE), the records
 * of the kernel about each AUX buffer (AUX), and the data that are missing between consecutive
 * blocks.
 */
enum trace_count {
	TRACE_GAPS,	 /* number of blocks that do not follow the previous one */
	TRACE_MISSING,	 /* bytes between these */
	TRACE_CUT,	 /* bytes that are missing in the file */
	TRACE_TRUNCATED, /* blocks with the flag TRUNCATED; the next values likewise */
	TRACE_OVERWRITE,
	TRACE_PARTIAL,
	TRACE_COLLISION,
	TRACE_COUNTS
};

struct trace_blocks {
	uint64_t key;	       /* for a queue its number, for a buffer its event id */
	bool has_key;	       /* there is a key */
	bool has_cpu, has_tid; /* all blocks have the same one */
	int32_t cpu, tid;
	uint64_t blocks, bytes;
	uint64_t count[TRACE_COUNTS];
	uint64_t next; /* where the next block should begin, if has_next */
	bool has_next;
};

struct trace_list {
	VEC(struct trace_blocks) list;
};

struct traces {
	struct trace_list queues, buffers; /* in the order of their first blocks */
	uint64_t left_out;		   /* blocks of further queues and buffers */
	uint32_t producer;		   /* type from AUXTRACE_INFO */
	bool has_snapshot;		   /* AUXTRACE_INFO determines snapshot */
	bool snapshot; /* blocks are snapshots of the buffers, so there are no gaps */
	bool has_producer;
};

/* Read the published rows of a part. */
void traces_collect(struct recording *recording, size_t part, struct traces *traces);
void traces_release(struct traces *traces);

/* The same for single rows, for callers that read rows anyway. A zeroed scan is ready for use. */
struct trace_scan {
	struct traces traces;
	struct map queues, buffers; /* from key to index in the list */
};

/* Data that are missing according to a row: before its block, and in its block. */
struct trace_loss {
	uint64_t gap, cut; /* bytes */
};

/* Is it a type of rows for trace_scan_row()? */
bool trace_scan_wants(uint32_t type);

/* Add a row, and set what is missing according to it. Other types of rows are ignored. */
void trace_scan_row(struct trace_scan *scan, struct reader *reader, const struct row_info *info,
		    struct trace_loss *loss);
void trace_scan_release(struct trace_scan *scan);

/* Does the recording have any trace data? */
static inline bool traces_any(const struct traces *traces)
{
	return traces->has_producer || traces->queues.list.n || traces->buffers.list.n;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_H
#define RECORDING_READER_H

#include "aux/trace.h"
#include "base/buf.h"
#include "recording/gaps.h"
#include "recording/recording.h"
#include "recording/span.h"
#include "wire/tree.h"

/*
 * Reads a recording, for one thread: rows from the index, records from the file. It keeps a few
 * blocks unpacked, so neighbouring rows are cheap. If the comment of a function states so, its
 * result points into the reader, and stays valid until the next call.
 *
 * A row is a record or a damaged stretch. Rows are numbered in the order of the files, and in file
 * order within each. Records also have an ordinal, which counts only records.
 */
struct reader;
struct payload;
struct packets;
struct mappings;
struct cgroups;
struct symbols;
struct userstack;

#define ROW_NO_ORDINAL UINT64_MAX

struct row_info {
	uint64_t row;
	size_t part; /* part of the recording: streams and events have the numbers of its file */
	uint64_t ordinal; /* ROW_NO_ORDINAL: a damaged stretch */
	uint64_t offset;  /* in its file, or in the inflated stream if in is not 0 */
	uint64_t in;	  /* of an inflated row: offset of the COMPRESSED record that holds it */
	uint64_t size;
	uint64_t time; /* ns, if has_time */
	uint32_t type;
	uint16_t misc;
	uint16_t stream;
	int layout; /* the event whose layout the record has, or EVENT_NONE */
	int event;  /* the event to which it belongs, or EVENT_NONE */
	uint32_t pid, tid, cpu;
	bool has_time, has_pid, has_tid, has_cpu;
	uint16_t flags;		 /* enum kind_flag */
	const char *damage;	 /* why it is not a record, see reader_damage(); NULL: it is one */
	const struct kind *kind; /* of the row; NULL: it was not read from the index */
	uint64_t witness;	 /* of the row according to the index (index/witness.h) */
};

struct reader *reader_open(struct recording *recording);
void reader_close(struct reader *reader);

/*
 * Set whether to wait for results that need a pass over all rows (spans/spans.h); true by default.
 * A thread that must not wait calls the function again after recording_options.wake.
 */
void reader_set_wait(struct reader *reader, bool wait);
bool reader_waits(const struct reader *reader);

/*
 * Long operations may return no result when *stop is true, because the caller does not need it any
 * more. NULL, the default: nothing stops them.
 */
void reader_stop_at(struct reader *reader, const _Atomic bool *stop);
const _Atomic bool *reader_stop(const struct reader *reader);

/*
 * State that a higher layer keeps with the reader from one row to the next: made at its first use,
 * and closed with the reader, before everything else. Only one layer can do this.
 */
struct reader_extra {
	void (*close)(struct reader_extra *extra);
};
typedef struct reader_extra *reader_extra_make(struct reader *reader);
struct reader_extra *reader_extra(struct reader *reader, reader_extra_make *make);

struct recording *reader_recording(const struct reader *reader);

/* The file that a row is in. */
const struct perf_file *reader_file(const struct reader *reader, const struct row_info *info);

/*
 * Set the row with a number less than recording_rows(). Returns ERR_STALE if the index is damaged
 * there.
 */
int reader_row(struct reader *reader, uint64_t row, struct row_info *info, struct err *err);

/*
 * The reader's mappings (recording/mappings.h), frames of user stacks (recording/userstack.h) and
 * paths of cgroups (recording/cgroups.h).
 */
struct mappings *reader_mappings(struct reader *reader);
struct userstack *reader_userstack(struct reader *reader);
struct cgroups *reader_cgroups(struct reader *reader);

/* The instructions at addresses of rows (recording/instructions.h). */
struct instructions *reader_instructions(struct reader *reader);

/* The symbols of addresses (recording/symbols.h). */
struct symbols *reader_symbols(struct reader *reader);

/* Was the row's record inflated from a COMPRESSED record? */
bool row_is_inflated(const struct reader *reader, const struct row_info *info);

/*
 * The block with a number less than recording_blocks(). It stays valid until another block is
 * loaded, by this function or by reader_row(), reader_find_*() or reader_tree(). Its description
 * has the recording's numbers of rows and ordinals. NULL: it is damaged.
 */
struct block *reader_block(struct reader *reader, uint64_t number);

/* The part of the recording to which a block belongs. */
size_t reader_block_part(const struct block *block);

/* The same as reader_row() for row i of a block that was read. */
void reader_row_in(struct reader *reader, struct block *block, uint32_t i, struct row_info *info);

/*
 * The same for a row whose part, kind and thread are those of info, which reader_row_in() has set
 * for another row of the block.
 */
void reader_row_like(const struct block *block, uint32_t i, struct row_info *info);

/*
 * The record's bytes, valid until the next call; of a damaged stretch at most the first 64 KiB.
 * *len is 0 if the file cannot be read there any more.
 */
const uint8_t *reader_bytes(struct reader *reader, const struct row_info *info, size_t *len);

/*
 * The same; *avail gets how many bytes of the row's stream are there from the record's first byte
 * on.
 */
const uint8_t *reader_bytes_on(struct reader *reader, const struct row_info *info, size_t *len,
			       size_t *avail);

/* The layout for decoding the row's record. */
void reader_layout(const struct reader *reader, const struct row_info *info, struct layout *layout);

/*
 * Set *num to a number that the row's record itself has; of a list the first. Returns false if it
 * has none.
 */
bool reader_number(struct reader *reader, const struct row_info *info, enum field_id field,
		   uint64_t *num);

/*
 * Get the data after a record that its size does not include (recording/payload.h). Returns false
 * if there are none.
 */
bool reader_payload(struct reader *reader, const struct row_info *info, struct payload *payload);

/* The format of the trace data in the row's part of the recording (aux/trace.h). */
enum trace_format reader_trace_format(struct reader *reader, const struct row_info *info);

/*
 * Begin a walk over the packets after the row's record; to be released. Returns false if there are
 * none.
 */
bool reader_packets(struct reader *reader, const struct row_info *info, struct packets *packets);

/*
 * Decode the row into tree, whose values point at bytes that stay valid until the next call. The
 * tree contains trace data as packets, as far as they are shown; the tree's bytes include those
 * after an AUXTRACE record.
 */
void reader_tree(struct reader *reader, const struct row_info *info, struct tree *tree);

/*
 * Let reader_tree() of the row show the next packets of long trace data; if next is false, the
 * previous ones. Returns false if there are none. For another row, it begins with the first
 * packets.
 */
bool reader_turn_page(struct reader *reader, const struct row_info *info, bool next);

/* Append a name of a row, escaped; nothing if it has none. */
void reader_comm(struct reader *reader, const struct row_info *info, struct buf *out);
void reader_type(const struct reader *reader, const struct row_info *info, struct buf *out);
void reader_event(const struct reader *reader, const struct row_info *info, struct buf *out);

/* Append the task name, as bytes of the recording. Returns false if it is not known. */
bool reader_comm_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * Append the text of a tracepoint's sample as perf prints it, as bytes of the recording. Returns
 * false if it is not such a sample, or its print format cannot be used.
 */
bool reader_trace_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/* The first and the last time of the recording, according to the index so far. */
const struct span *reader_span(struct reader *reader);

/* Set *wall to the row's time of day, in ns since 1970. Returns false if it is not known. */
bool reader_wall(struct reader *reader, const struct row_info *info, uint64_t *wall);

enum {
	READER_MADE = 16
};

/*
 * An empty buffer for the text of an item that a walk makes (recording/derived.h). The caller may
 * use it until READER_MADE - 1 others were taken, which suffices for comparing two texts.
 */
struct buf *reader_made_text(struct reader *reader);

/*
 * Set *gap to the time since a previous record (recording/gaps.h). Returns false if there is none.
 */
bool reader_gap(struct reader *reader, const struct row_info *info, enum gap_of of, int64_t *gap);

/* Set *ppid to the pid of the task's parent at the row's time. Returns false if it is not known. */
bool reader_ppid(struct reader *reader, const struct row_info *info, uint32_t *ppid);

/* Why the row is damaged, or NULL. */
const char *reader_damage(const struct reader *reader, const struct row_info *info);

/*
 * Append the summary of the record, in one line, escaped; it depends on the type. names: see
 * recording/summary.h.
 */
struct summary_names;
void reader_summary(struct reader *reader, const struct row_info *info,
		    const struct summary_names *names, struct buf *out);

/*
 * Append the shape (base/shape.h) of the summaries of a kind's rows; info has what all rows of the
 * kind share. raw not 0: only of rows for which reader_summary_fits() is true.
 */
struct shape;
void reader_summary_shape(struct reader *reader, const struct row_info *info, struct shape *shape,
			  size_t *raw);
bool reader_summary_fits(struct reader *reader, const struct row_info *info, size_t raw);

#endif

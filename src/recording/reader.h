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
 * One thread's way into a recording: rows from the index, records from the file.
 * It keeps a few blocks unpacked, so that neighbours are cheap. Results point into
 * the reader and are good until its next call, where it says so.
 *
 * A row is a record or a damaged stretch, numbered in the order of the files and in
 * each. Records have an ordinal, which counts records alone.
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
	size_t part; /* of the recording: numbers of streams and events are those of its file */
	uint64_t ordinal; /* ROW_NO_ORDINAL: a damaged stretch */
	uint64_t offset;  /* in its file, or in the inflated stream where in is not 0 */
	uint64_t in;	  /* of an inflated row: offset of the COMPRESSED record that holds it */
	uint64_t size;
	uint64_t time; /* ns, when has_time */
	uint32_t type;
	uint16_t misc;
	uint16_t stream;
	int layout; /* the event that it is laid out as, EVENT_NONE */
	int event;  /* the event that it belongs to, EVENT_NONE */
	uint32_t pid, tid, cpu;
	bool has_time, has_pid, has_tid, has_cpu;
	uint16_t flags;	    /* enum kind_flag */
	const char *damage; /* why it is no record, as reader_damage() has it; NULL: it is one */
	const struct kind *kind; /* of the row, NULL: it is not read from the index */
	uint64_t witness;	 /* of the row, as it is in the index (index/witness.h) */
};

struct reader *reader_open(struct recording *recording);
void reader_close(struct reader *reader);

/*
 * Whether to wait for what takes a pass over all rows (spans/spans.h), which is so at first; a
 * thread that must not wait asks again when recording_options.wake has been called.
 */
void reader_set_wait(struct reader *reader, bool wait);
bool reader_waits(const struct reader *reader);

/*
 * What takes long may give no answer where *stop is true, as the caller then wants none; NULL, as
 * at first: nobody stops it.
 */
void reader_stop_at(struct reader *reader, const _Atomic bool *stop);

struct recording *reader_recording(const struct reader *reader);

/* The file that a row is in. */
const struct perf_file *reader_file(const struct reader *reader, const struct row_info *info);

/* The row (less than recording_rows()). ERR_STALE: the index is damaged there. */
int reader_row(struct reader *reader, uint64_t row, struct row_info *info, struct err *err);

/*
 * What addresses of rows belonged to (recording/mappings.h), frames of user stacks
 * (recording/userstack.h), and paths of cgroups (recording/cgroups.h); they are the reader's.
 */
struct mappings *reader_mappings(struct reader *reader);
struct userstack *reader_userstack(struct reader *reader);
struct cgroups *reader_cgroups(struct reader *reader);

/* Instructions at addresses of rows (recording/instructions.h). */
struct instructions *reader_instructions(struct reader *reader);

/* Their names (recording/symbols.h). */
struct symbols *reader_symbols(struct reader *reader);

/* Does the row's record come out of a COMPRESSED record? */
bool row_is_inflated(const struct reader *reader, const struct row_info *info);

/*
 * A block (number less than recording_blocks()), until the reader is asked for another one, by its
 * number or, in reader_row(), reader_find_*() and reader_tree(), by what is in it; its description
 * counts rows and ordinals as the recording does. NULL: damaged.
 */
struct block *reader_block(struct reader *reader, uint64_t number);

/* The part of the recording that a block is of. */
size_t reader_block_part(const struct block *block);

/* The same facts from a block that is at hand; i is the row's place in it. */
void reader_row_in(struct reader *reader, struct block *block, uint32_t i, struct row_info *info);

/*
 * The record's bytes, until the next call; of a damaged stretch at most the first
 * 64 KiB. *len is 0 when the file cannot be read there any more.
 */
const uint8_t *reader_bytes(struct reader *reader, const struct row_info *info, size_t *len);

/* The layout to decode the row's record with. */
void reader_layout(const struct reader *reader, const struct row_info *info, struct layout *layout);

/* A number that the row's record has itself, the first in a list. False: it has none. */
bool reader_number(struct reader *reader, const struct row_info *info, enum word word,
		   uint64_t *num);

/* What lies behind the row's record, not in its size (recording/payload.h). False: nothing. */
bool reader_payload(struct reader *reader, const struct row_info *info, struct payload *payload);

/* The format of the trace data in the row's part of the recording (aux/trace.h). */
enum trace_format reader_trace_format(struct reader *reader, const struct row_info *info);

/* A walk over the packets behind the row's record, to be released. False: there are none. */
bool reader_packets(struct reader *reader, const struct row_info *info, struct packets *packets);

/*
 * Decode the row into tree, whose values point at bytes that are good until the
 * next call. Trace data are in it as packets, as far as they are shown: those
 * behind an AUXTRACE record are bytes of the tree, too.
 */
void reader_tree(struct reader *reader, const struct row_info *info, struct tree *tree);

/*
 * Let reader_tree() of the row show the next packets of long trace data, or with next false those
 * before. False: there are none. Another row begins at its first ones.
 */
bool reader_turn_page(struct reader *reader, const struct row_info *info, bool next);

/* Names of a row, escaped; nothing is appended where there is none. */
void reader_comm(struct reader *reader, const struct row_info *info, struct buf *out);
void reader_type(const struct reader *reader, const struct row_info *info, struct buf *out);
void reader_event(const struct reader *reader, const struct row_info *info, struct buf *out);

/* The name of the task as bytes of the recording. False: not known. */
bool reader_comm_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * The sample of a tracepoint as perf prints it, as bytes of the recording. False: it
 * is none, or the print format cannot be used.
 */
bool reader_trace_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/* From when to when the recording goes, by what the index has now. */
const struct span *reader_span(struct reader *reader);

/* The row's time of day, in ns since 1970. False: it is not known. */
bool reader_wall(struct reader *reader, const struct row_info *info, uint64_t *wall);

enum {
	READER_MADE = 16
};

/*
 * An empty buffer for the text of an item that a walk makes (recording/derived.h). It is the
 * caller's until READER_MADE - 1 others were taken: enough for what two conditions compare.
 */
struct buf *reader_made_text(struct reader *reader);

/* Time since a record before the row (recording/gaps.h). False: there is none. */
bool reader_gap(struct reader *reader, const struct row_info *info, enum gap_of of, int64_t *gap);

/* The process id of the task's parent as of the row's time. False: not known. */
bool reader_ppid(struct reader *reader, const struct row_info *info, uint32_t *ppid);

/* Why the row is damaged, or NULL. */
const char *reader_damage(const struct reader *reader, const struct row_info *info);

/*
 * One line that says what is in the record, escaped; it depends on the type. names: see
 * recording/summary.h.
 */
struct summary_names;
void reader_summary(struct reader *reader, const struct row_info *info,
		    const struct summary_names *names, struct buf *out);

/*
 * The row of an ordinal, of the record that holds an offset of a part's file, or the
 * first at or after a time in the order of the files; the last row where there is none.
 */
uint64_t reader_find_ordinal(struct reader *reader, uint64_t ordinal);
uint64_t reader_find_offset(struct reader *reader, size_t part, uint64_t offset);
uint64_t reader_find_time(struct reader *reader, uint64_t time);

#endif

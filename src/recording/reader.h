/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_H
#define RECORDING_READER_H

#include "aux/trace.h"
#include "base/buf.h"
#include "recording/gaps.h"
#include "recording/recording.h"
#include "recording/span.h"

/*
 * Reads a recording, for one thread: rows from the index, records from the file. It keeps a few
 * blocks unpacked, so neighbouring rows are cheap. If the comment of a function states so, its
 * result points into the reader, and stays valid until the next call.
 *
 * A row is a record or a damaged stretch. Rows are numbered by file, and in file
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
	const char *damage;	 /* why it is not a record; NULL: it is one */
	const struct kind *kind; /* of the row; NULL: it was not read from the index */
	uint64_t recorded_time;	 /* as the record has it; time may be shifted (index/shift.h) */
};

/*
 * A number for the thread of a row with has_tid. Numbers of threads that several threads share can
 * be told apart by the CPU: the idle tasks of all CPUs have the tid 0, ending threads and those of
 * other namespaces -1. No thread has a tid as large as the keys of CPUs begin with.
 */
static inline uint64_t row_thread_key(const struct row_info *info)
{
	return (uint64_t)info->tid << 32 | info->pid;
}

static inline uint64_t row_cpu_key(const struct row_info *info)
{
	return (info->tid ? 0xc0000000ull : 0x80000000ull) << 32 |
	       (info->has_cpu ? info->cpu : UINT32_MAX);
}

/* Has the row a time? The times 0 and all ones mean that it has none. */
static inline bool row_has_time(const struct row_info *info)
{
	return info->has_time && block_is_time(info->time);
}

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

/*
 * For a walk over blocks: it is at this block. Once loaded, the block stays valid until the next
 * call of this function, whatever is loaded meanwhile. Then the next block reuses its memory, which
 * is in the processor's caches.
 */
void reader_walk(struct reader *reader, uint64_t number);

/* The part of the recording to which a block belongs. */
size_t reader_block_part(const struct block *block);

/* The same as reader_row() for row i of a block that was read. */
void reader_row_in(struct reader *reader, struct block *block, uint32_t i, struct row_info *info);

/*
 * Get only what the kind and the thread of row i determine, and its number. The other members are
 * 0. Costs less if the other columns of the block have not been unpacked.
 */
void reader_row_head(struct reader *reader, struct block *block, uint32_t i, struct row_info *info);

/* Get only what the kind of a row determines. The other members are 0, except the part. */
void reader_kind(const struct reader *reader, size_t part, uint64_t kind, struct row_info *info);

/* reader_row_in() for n rows of the recording, all of them in this block. */
void reader_rows_in(struct reader *reader, struct block *block, const uint64_t *rows, uint32_t n,
		    struct row_info *infos);

/*
 * The same as reader_row_in() for a row whose part, kind and thread are those of info, which
 * reader_row_in() has set for another row of the block.
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

/*
 * Are these bytes the record that the index has for the row, according to
 * witness_agrees() of index/witness.h? The row has a kind.
 */
bool reader_row_fits(const struct reader *reader, const struct row_info *info, const uint8_t *p,
		     size_t len);

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

#endif

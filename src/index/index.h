/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_INDEX_H
#define INDEX_INDEX_H

#include <stdatomic.h>

#include "base/pages.h"
#include "file/perf_file.h"
#include "index/block.h"
#include "index/container.h"
#include "index/frames.h"
#include "index/tasks.h"
#include "wire/index_offsets.h"

/*
 * The index of a recording: read from its file, or built by a background thread while readers use
 * the rows published so far. Functions are for any thread unless they state otherwise.
 */
enum index_state {
	INDEX_BUILDING,
	INDEX_DONE,
	INDEX_FOLLOWING, /* all existing data have rows; more rows may follow */
	INDEX_STOPPED,	 /* by index_stop() */
	INDEX_FAILED	 /* progress.err has the reason; published rows stay readable */
};

struct index_progress {
	enum index_state state;
	/* No more rows come from this build; in INDEX_BUILDING, the file is still being saved. */
	bool whole;
	uint64_t rows, records, damaged; /* published so far; damaged rows are not records */
	uint64_t bytes_done, bytes_total;
	uint64_t bytes_kept;  /* number of bytes whose rows were in an unfinished or older index */
	uint64_t nanoseconds; /* duration of the build, so far or when the index was built */
	bool reused;	      /* the index was read from its file */
	bool growing;	      /* new data of the recording are included if index_follow() is on */
	bool receiving;	      /* the pipe has not ended */
	bool kept;	      /* INDEX_STOPPED: the next build resumes from here */
	bool has_file;	      /* the index is in its file, or will be when it is complete */
	uint64_t index_bytes;
	struct err err;
};

/* A kind of rows, and values derived from it. */
struct kind {
	struct kind_entry entry;
	struct index_offsets offsets;
	const char *reason; /* why its rows are not records; NULL: they are */
};

struct index_options {
	const char *path;      /* of the index file; NULL: no file is read or written */
	const char *spool_dir; /* folder for an index that is not kept */
	bool force;	       /* build even if a valid index exists */
	uint32_t overlap; /* blocks that may overlap in time; 0: ORDER_OVERLAP (index/order.h) */
	bool live;	  /* for a growing recording: include new data */
	bool follow;	  /* start to follow at once; see index_follow() */
	bool alone;	  /* build before index_open() returns, without a thread */
	unsigned threads; /* that scan the recording for the build; 0: one for each processor */
	uint32_t piece;	  /* bytes that a thread scans at a time; 0: the usual */
	void (*wake)(void *arg); /* called by the building thread when new rows exist */
	void *wake_arg;
};

struct index;

/*
 * Read the recording's index, or start to build it. *notice is a message for the user: why an
 * existing index is not used or a new one cannot be written, else "". It is valid as long as the
 * index.
 */
struct index *index_open(const struct perf_file *file, const struct index_options *options);

/* Close the index. A running build is stopped. */
void index_close(struct index *index);

/* Mark the index as not matching the recording any more: index_close() removes its file. */
void index_discard(struct index *index);

/*
 * Check the index after the times of the file have changed: compare pieces of the file's bytes and
 * many of its records with the index. Returns true if they agree, for example after touch(1); the
 * index file then gets the new times. Reads at most a few hundred megabytes.
 */
bool index_recheck(struct index *index);

/* Stop the build. Safe in a signal handler. */
void index_stop(struct index *index);

/* Wait until the build is complete, has failed or was stopped. */
enum index_state index_wait(struct index *index);

/*
 * Start or stop waiting for new data at the end of a live index. Data from a pipe are always waited
 * for. Returns false if the index is not live.
 */
bool index_follow(struct index *index, bool on);

/* Stop the build and wait until it has stopped, even if it follows the recording. */
void index_end(struct index *index);

/*
 * After index_end(): return true if the index file lacks data that the recording got since it was
 * opened. For an index without a file, return false.
 */
bool index_is_behind(const struct index *index);

void index_progress(const struct index *index, struct index_progress *progress);

/* Return one line about an index that was not used or cannot be written; "": none. */
const char *index_notice(const struct index *index);

/*
 * Return why an index that was started could not be kept in its file; NULL: it was kept, or the
 * reason is not known yet.
 */
const char *index_moved(const struct index *index);

/* The number of published rows. */
uint64_t index_rows(const struct index *index);

/* The number of blocks, which contain the rows in order. */
uint64_t index_blocks(const struct index *index);
const struct block_desc *index_block(const struct index *index, uint64_t i);

/*
 * Groups of blocks, in order from block 0 on: the number of groups, the description of all rows of
 * a group as one block, and the block after its last one. Of an index that is being built, the last
 * blocks belong to no group.
 */
uint64_t index_groups(const struct index *index);
const struct block_desc *index_group(const struct index *index, uint64_t i);
uint64_t index_group_end(const struct index *index, uint64_t i);

/*
 * The first block from a number on whose kinds (block_desc.kinds) have one of these bits;
 * index_blocks() or more if there is none.
 */
uint64_t index_block_with(const struct index *index, uint64_t from, uint64_t kinds);

/* Set the least and the greatest time of all rows. Returns false if no row has a time. */
bool index_times(const struct index *index, uint64_t *first, uint64_t *last);

/* The block that holds a row (row < index_rows()). */
uint64_t index_block_of(const struct index *index, uint64_t row);

/* Read a block, to be closed with block_close(). False: it is damaged. */
bool index_load(const struct index *index, uint64_t i, struct block *block);

/* Do records other than samples have times (sample_id_all)? */
bool index_has_times(const struct index *index);

/*
 * For index/order.h: crowded blocks, whose rows are in the pages of the time order, and these
 * pages.
 */
uint64_t index_crowded(const struct index *index);
uint64_t index_crowded_at(const struct index *index, uint64_t i);
uint64_t index_pages(const struct index *index);
const struct page_entry *index_page(const struct index *index, uint64_t i);
bool index_page_load(const struct index *index, uint64_t i, struct order_entry *out);

uint64_t index_kinds(const struct index *index);
const struct kind *index_kind(const struct index *index, uint64_t i); /* NULL: no such kind */

/*
 * Is the number of rows of each kind known? It is when the index is complete, but not after rows
 * that were followed.
 */
bool index_is_counted(const struct index *index);
uint64_t index_kind_rows(const struct index *index, uint64_t i);

uint64_t index_threads(const struct index *index);
const struct thread_entry *index_thread(const struct index *index, uint64_t i);

struct tasks *index_tasks(struct index *index);

/* Changes of processes, address spaces and others over time (index/states.h). */
struct history *index_state_entries(struct index *index);

/*
 * Return bytes of an inflated stream. The streams of the file have the first numbers; the stream
 * that is inflated from stream i has the number i + (number of streams of the file).
 */
const uint8_t *index_inflated(const struct index *index, struct frame_cache *cache, uint32_t stream,
			      uint64_t offset, size_t len, size_t *avail);

uint64_t index_damages(const struct index *index);

/* Set the error of an index whose own contents are damaged, and return ERR_STALE. */
int index_set_damaged(struct err *err);

/* A damaged stretch of a stream, which is one row. */
struct damage {
	uint64_t row;
	uint64_t offset, size; /* in its stream */
	const char *reason;    /* text, not escaped; valid as long as the index */
};

/* Pass all damaged stretches to a function, ordered by row, until it returns false. */
typedef bool index_damage_fn(void *arg, const struct damage *damage);
void index_each_damage(const struct index *index, index_damage_fn *each, void *arg);

#endif

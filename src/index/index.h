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
#include "wire/plan.h"

/*
 * The index of a recording: read from its file, or built by a background thread while readers use
 * the rows published so far. Functions are for any thread unless they state otherwise.
 */
enum index_state {
	INDEX_BUILDING,
	INDEX_DONE,
	INDEX_FOLLOWING, /* all existing data have rows; more may come while it is followed */
	INDEX_STOPPED,	 /* by index_stop() */
	INDEX_FAILED	 /* progress.err has the reason; published rows stay readable */
};

struct index_progress {
	enum index_state state;
	uint64_t rows, records, damaged; /* published so far; damaged rows are not records */
	uint64_t bytes_done, bytes_total;
	uint64_t bytes_kept;  /* of bytes_done: rows of them were in an unfinished or older index */
	uint64_t nanoseconds; /* duration of the build, so far or when the index was made */
	bool reused;	      /* it was read from its file */
	bool growing;	      /* data that are added to the recording are included if
			       * index_follow() is on */
	bool receiving;	      /* the pipe has not ended */
	bool kept;	      /* INDEX_STOPPED: the next build resumes from here */
	bool has_file;	      /* it is in its file, or will be when it is built */
	uint64_t index_bytes;
	struct err err;
};

/* A kind of rows, with what is derived from it. */
struct kind {
	struct kind_entry entry;
	struct plan plan;
	const char *reason; /* why its rows are not records; NULL: they are */
};

struct index_options {
	const char *path;      /* of the index file, NULL: none is read or written */
	const char *spool_dir; /* folder for an index that is not kept */
	bool force;	       /* build even if a good index exists */
	uint32_t overlap; /* blocks that may overlap in time, 0: ORDER_OVERLAP (index/order.h) */
	bool live;	  /* of a growing recording: include data that are added */
	bool follow;	  /* begin with that at once, see index_follow() */
	bool alone;	  /* build before index_open() returns, not in a thread */
	void (*wake)(void *arg); /* called from the building thread when there are new rows */
	void *wake_arg;
};

struct index;

/*
 * Read the recording's index, or start to build it. *notice receives why an index
 * that was there is not used, or one cannot be written, "" else; it is
 * for the user, and lives as long as the index.
 */
struct index *index_open(const struct perf_file *file, const struct index_options *options);

/* Stops the builder if one is running. */
void index_close(struct index *index);

/* The index is not of this recording as it is now: index_close() removes its file. */
void index_discard(struct index *index);

/*
 * The file's times are others than when it was opened: compare pieces of its bytes and many of its
 * records with the index. True: they agree, as they do after touch(1), and an index on the disk has
 * the new times from now on. Reads at most a few hundred megabytes.
 */
bool index_recheck(struct index *index);

/* Safe in a signal handler. */
void index_stop(struct index *index);

/* Wait until it is built, has failed or was stopped. */
enum index_state index_wait(struct index *index);

/*
 * Wait for more at the end of a live index, or no longer do. What is from a pipe is always waited
 * for. False: the index is not live.
 */
bool index_follow(struct index *index, bool on);

/* Stop it, and wait for that, also where it follows the recording. */
void index_end(struct index *index);

/*
 * After index_end(): does its file lack what the recording got since it was
 * opened? An index that is kept nowhere lacks nothing.
 */
bool index_is_behind(const struct index *index);

void index_progress(const struct index *index, struct index_progress *progress);

/* One line about an index that was not used or cannot be written; "": none. */
const char *index_notice(const struct index *index);

/* Why an index that was begun could not be kept after all, when it is known; NULL else. */
const char *index_moved(const struct index *index);

/* The number of published rows. */
uint64_t index_rows(const struct index *index);

/* The number of blocks, which contain the rows in order. */
uint64_t index_blocks(const struct index *index);
const struct block_desc *index_block(const struct index *index, uint64_t i);

/* The block that holds a row (row < index_rows()). */
uint64_t index_block_of(const struct index *index, uint64_t row);

/* Read a block, to be closed with block_close(). False: it is damaged. */
bool index_load(const struct index *index, uint64_t i, struct block *block);

/* Do records other than samples have times, as sample_id_all gives them? */
bool index_has_times(const struct index *index);

/* For index/order.h: blocks whose rows are in the pages of the time order, and these pages. */
uint64_t index_crowded(const struct index *index);
uint64_t index_crowded_at(const struct index *index, uint64_t i);
uint64_t index_pages(const struct index *index);
const struct page_entry *index_page(const struct index *index, uint64_t i);
bool index_page_load(const struct index *index, uint64_t i, struct order_entry *out);

uint64_t index_kinds(const struct index *index);
const struct kind *index_kind(const struct index *index, uint64_t i); /* NULL: no such kind */
uint64_t index_threads(const struct index *index);
const struct thread_entry *index_thread(const struct index *index, uint64_t i);

struct tasks *index_tasks(struct index *index);

/* What records state about processes, address spaces and more over time (index/states.h). */
struct history *index_state_entries(struct index *index);

/*
 * Bytes of an inflated stream: those of a file are the first streams, the one that
 * is inflated from stream i has the number i + (number of streams of the file).
 */
const uint8_t *index_inflated(const struct index *index, struct frame_cache *cache, uint32_t stream,
			      uint64_t offset, size_t len, size_t *avail);

uint64_t index_damages(const struct index *index);

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

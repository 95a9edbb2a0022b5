/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_RECORDING_H
#define RECORDING_RECORDING_H

#include "file/perf_file.h"
#include "index/index.h"
#include "index/order.h"
#include "recording/notes.h"
#include "sym/syms.h"

/*
 * An open recording: one or several files, its parts, each with its own index. Rows, ordinals and
 * blocks are numbered through all parts; kinds, threads, events and streams are numbered in each
 * part. One thread opens it; any number of threads read it, each with its own reader
 * (recording/reader.h).
 *
 * The rows of a part exist when the index of the previous part is complete, so numbers do not
 * change. Functions with a row or block number expect one that is below recording_rows() or
 * recording_blocks().
 */
struct recording;

/* What the times of several files are aligned by, to make one timeline (recording/align.h). */
enum align {
	ALIGN_NONE,  /* their common clock: times are as recorded */
	ALIGN_START, /* their first times */
	ALIGN_WALL   /* the time of day */
};

struct recording_options {
	const char *index_path; /* for one file; NULL: next to the recording, or else in
				 * cache_dir */
	const char *cache_dir;	/* for recordings in folders that are not writable; NULL: none */
	uint64_t cache_limit;	/* limit for all indexes in cache_dir, in bytes */
	const char *spool_dir;	/* for data from a pipe, and for an index that is not kept */
	enum align align;	/* for several files, see align_check() */
	bool no_index;		/* neither read nor write an index file */
	bool force_index;	/* rebuild the index */
	bool live;   /* one file only: include data that are added while it is open, or that a pipe
		    * still sends */
	bool follow; /* begin with that at once, see recording_follow() */
	void (*wake)(void *arg); /* called from a background thread when rows were published */
	void *wake_arg;
	enum regs_arch arch;	     /* of the recording machine; REGS_UNKNOWN: detect it */
	struct syms_options symbols; /* where symbols of its addresses are */
};

/*
 * Make a recording without files: add files, then start it, or close it. Strings of the options are
 * not copied.
 */
struct recording *recording_new(const struct recording_options *options);

/* Add a file: its header is read. After an error, the recording is unchanged. */
int recording_add(struct recording *recording, const char *path, struct err *err);

/*
 * Sort the files by their first times. Open the index of the first file, or begin to build it. A
 * thread opens the indexes of the other files, one after the other. There must be at least one
 * file.
 */
void recording_start(struct recording *recording);

/* All of this for one file. */
int recording_open(struct recording **recording, const char *path,
		   const struct recording_options *options, struct err *err);
/* The same with the options of another recording, except index_path and wake. */
int recording_open_beside(struct recording **recording, const struct recording *other,
			  const char *path, struct err *err);
void recording_close(struct recording *recording);

/*
 * Note that bytes of a record could not be read: a piece of the index is damaged, or the file was
 * truncated. For any thread.
 */
void recording_note_unreadable(struct recording *recording);
bool recording_unreadable(const struct recording *recording);

/*
 * Note that a record of a part differs from its index: the part, or the index, was overwritten. The
 * index is removed when the recording is closed. For any thread.
 */
void recording_note_rewritten(struct recording *recording, size_t part);

/* A part for which that was noted; SIZE_MAX: none. */
size_t recording_rewritten(const struct recording *recording);

/*
 * Check whether files were written to since they were opened, and note such parts as rewritten,
 * except for the growing ends of recordings. If only times have changed, records are compared with
 * the index (index_recheck()): a touched file is unchanged.
 */
void recording_check_unchanged(struct recording *recording);

/*
 * Set the user's notes on rows; takes them over, and they do not change any more. recording_notes()
 * is for any thread; give its result back with notes_put(). NULL: no notes.
 */
void recording_set_notes(struct recording *recording, struct notes *notes);
struct notes *recording_notes(struct recording *recording);

/* Call options.wake, because a result that was waited for is available. For any thread. */
void recording_wake(const struct recording *recording);

/*
 * State that a higher layer keeps with the recording as a whole: made at its first use, and closed
 * with the recording, before everything else. For any thread. Only one layer can do this.
 */
struct recording_extra {
	void (*close)(struct recording_extra *extra);
};
typedef struct recording_extra *recording_extra_make(struct recording *recording);
struct recording_extra *recording_extra(struct recording *recording, recording_extra_make *make);

/* ---- its files ---- */

/* The folder for files without a name; NULL: /var/tmp. */
const char *recording_spool_dir(const struct recording *recording);

size_t recording_parts(const struct recording *recording);
const char *recording_path(const struct recording *recording, size_t part); /* as it was given */
const struct perf_file *recording_file(const struct recording *recording, size_t part);

enum align recording_align(const struct recording *recording);

/*
 * Are the parts from different machines, boots or clocks, or aligned by their starts? Then tasks
 * and address spaces of one part are unrelated to those of another.
 */
bool recording_separate(const struct recording *recording);

/*
 * The shift of a part's times, in ns, see index/shift.h. Times of rows and blocks are shifted;
 * those in the bytes of records and in the part's index are not. recording_time_in() converts a
 * time back to the part's.
 */
uint64_t recording_shift(const struct recording *recording, size_t part);
uint64_t recording_time_in(const struct recording *recording, size_t part, uint64_t time);

/* NULL: not opened yet */
struct index *recording_index(const struct recording *recording, size_t part);

/* The path of a part's index; "": it is not kept. */
const char *recording_index_path(const struct recording *recording, size_t part);

/*
 * The path of a file that is kept with a part's complete index: that of the index with a suffix.
 * bytes: its approximate size, for which the cache folder makes room; 0: it is only read. To be
 * freed. NULL: the index is not kept, or it may grow.
 */
char *recording_kept_path(const struct recording *recording, size_t part, const char *suffix,
			  uint64_t bytes);

/*
 * An index next to the part that was made of the same bytes under another name, which does not
 * exist any more. It is looked for only if the part had no index of its own. NULL: none.
 */
const char *recording_orphan(const struct recording *recording, size_t part);

/* Append the event's name, escaped; nothing for EVENT_NONE. */
void recording_event_name(const struct recording *recording, size_t part, int event,
			  struct buf *out);

/* The number of parts whose rows exist; only the last of them grows. */
size_t recording_parts_ready(const struct recording *recording);

/* The first row, ordinal and block of a part that is ready. */
uint64_t recording_first_row(const struct recording *recording, size_t part);
uint64_t recording_first_ordinal(const struct recording *recording, size_t part);
uint64_t recording_first_block(const struct recording *recording, size_t part);

/* The part to which a row belongs. */
size_t recording_part_of_row(const struct recording *recording, uint64_t row);

/* Do records other than samples have times, in all parts that are ready? */
bool recording_has_times(const struct recording *recording);

/* ---- all rows ---- */

uint64_t recording_rows(const struct recording *recording);
uint64_t recording_blocks(const struct recording *recording);

/* The description of a block, with the recording's numbers of rows and ordinals. */
struct block_desc recording_block(const struct recording *recording, uint64_t number);

/*
 * If a group of blocks (index/index.h) begins with a block, describe all its rows as one block and
 * set *end to the block after it. False: no group begins there.
 */
bool recording_group(const struct recording *recording, uint64_t number, struct block_desc *all,
		     uint64_t *end);

/*
 * The first block from a number on that can have a row with one of these times; recording_blocks()
 * if there is none.
 */
uint64_t recording_block_in(const struct recording *recording, uint64_t from, uint64_t first,
			    uint64_t last);

/* The block that contains a row; its part, and its number there. */
uint64_t recording_block_of(const struct recording *recording, uint64_t row);
size_t recording_part_of_block(const struct recording *recording, uint64_t number, uint64_t *local);

/* Warnings about the file formats of all files. */
size_t recording_warnings(const struct recording *recording);

/*
 * The progress of all indexes together. If several parts have an error, it is the error of the
 * first of them.
 */
void recording_progress(const struct recording *recording, struct index_progress *progress);

/* The state in this progress. */
enum index_state recording_state(const struct recording *recording);

/*
 * All rows in time order, across the files; to be closed before the recording. NULL: an index is
 * incomplete.
 */
struct order *recording_order(const struct recording *recording);

/* The unpacked blocks (recording/blocks.h). */
struct blocks *recording_unpacked(const struct recording *recording);

/* The symbols of the mapped files. */
struct syms *recording_syms(const struct recording *recording);

/*
 * Begin or stop to include data that are added to a live recording. Returns false if it is
 * complete, or has several files.
 */
bool recording_follow(struct recording *recording, bool on);

/*
 * Stop building the index, and wait for it. Returns true if the index file lacks rows that were
 * added while the recording was followed.
 */
bool recording_is_ahead(struct recording *recording);

/* Stop building indexes. Safe in a signal handler. */
void recording_stop(struct recording *recording);

/* As recording_wait(), but wait for about ms milliseconds at most. For any thread. */
enum index_state recording_wait_for(const struct recording *recording, unsigned ms);

/* Wait until all indexes are complete, failed or stopped. For one thread. */
enum index_state recording_wait(struct recording *recording);

#endif

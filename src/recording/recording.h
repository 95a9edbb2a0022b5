/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_RECORDING_H
#define RECORDING_RECORDING_H

#include "file/perf_file.h"
#include "index/index.h"
#include "index/order.h"
#include "recording/notes.h"
#include "sym/syms.h"

/*
 * An open recording: one file or several, its parts, each with an index of its own.
 * Numbers of rows, ordinals and blocks run through all parts; those of kinds,
 * threads, events and streams are each part's. Opened by one thread; read by any
 * number, each through a reader of its own (recording/reader.h).
 *
 * The rows of a part are there when the index of the part before is complete, so
 * that what has a number keeps it. Functions that take the number of a row or a
 * block want one that recording_rows() or recording_blocks() has counted.
 */
struct recording;

/* What several files have in common, so that their times are one timeline (recording/align.h). */
enum align {
	ALIGN_NONE,  /* their clock: times are as recorded */
	ALIGN_START, /* their first times */
	ALIGN_WALL   /* the time of day */
};

struct recording_options {
	const char *index_path; /* of one file; NULL: beside the recording, else in cache_dir */
	const char *cache_dir;	/* for indexes of folders that cannot be written; NULL: none */
	uint64_t cache_limit;	/* bytes of all indexes in cache_dir */
	const char *spool_dir;	/* for what comes from a pipe and for an index that is not kept */
	enum align align;	/* of several files, see align_check() */
	bool no_index;		/* read and write no index file */
	bool force_index;	/* make the index again */
	bool live; /* one file alone: add what it gets while it is open, a pipe's before its end */
	bool follow;		 /* and begin with that at once, see recording_follow() */
	void (*wake)(void *arg); /* called from a thread of its own when rows were published */
	void *wake_arg;
	enum regs_arch arch;	     /* of the machine that recorded; REGS_UNKNOWN: as it tells */
	struct syms_options symbols; /* where those of its addresses are */
};

/*
 * A recording without files: add them, and start it or close it. Strings of the
 * options stay where they are.
 */
struct recording *recording_new(const struct recording_options *options);

/* Open one more file: its header is read. After an error the recording is as it was. */
int recording_add(struct recording *recording, const char *path, struct err *err);

/*
 * Bring the files into the order in which they were made, by the first time in
 * each, and open the index of the first or begin to build it; those of the others
 * follow, one after the other, in a thread. There is at least one file.
 */
void recording_start(struct recording *recording);

/* All of that for one file. */
int recording_open(struct recording **recording, const char *path,
		   const struct recording_options *options, struct err *err);
/* The same with the options of another recording, but where its index is, and who is woken. */
int recording_open_beside(struct recording **recording, const struct recording *other,
			  const char *path, struct err *err);
void recording_close(struct recording *recording);

/*
 * Bytes of a record could not be had: a piece of the index is damaged, or the file was cut
 * meanwhile. Any thread may note it.
 */
void recording_note_unreadable(struct recording *recording);
bool recording_unreadable(const struct recording *recording);

/*
 * A record of a part is not the one that its index has: the part was overwritten, or somebody wrote
 * its index. The index is removed when the recording is closed. Any thread may note it.
 */
void recording_note_rewritten(struct recording *recording, size_t part);

/* A part of which that was noted; SIZE_MAX: none. */
size_t recording_rewritten(const struct recording *recording);

/*
 * Look whether files were written to since they were opened, and note those parts, too, but for the
 * ends of recordings that grow. Where only times have changed, records are compared with the index
 * (index_recheck()): a file that was touched is as it was.
 */
void recording_check_unchanged(struct recording *recording);

/*
 * What people have noted of its rows, which it takes over; not changed from then on. For any
 * thread; to be given back with notes_put(). NULL: nothing.
 */
void recording_set_notes(struct recording *recording, struct notes *notes);
struct notes *recording_notes(struct recording *recording);

/* Something that was waited for has come: call options.wake. For any thread. */
void recording_wake(const struct recording *recording);

/*
 * What a layer above this one makes of the recording as a whole: made when it is first asked for,
 * closed with the recording, before all else. For any thread; there is one maker.
 */
struct recording_extra {
	void (*close)(struct recording_extra *extra);
};
typedef struct recording_extra *recording_extra_make(struct recording *recording);
struct recording_extra *recording_extra(struct recording *recording, recording_extra_make *make);

/* ---- its files ---- */

/* Where files without a name go; NULL: /var/tmp. */
const char *recording_spool_dir(const struct recording *recording);

size_t recording_parts(const struct recording *recording);
const char *recording_path(const struct recording *recording, size_t part); /* as it was given */
const struct perf_file *recording_file(const struct recording *recording, size_t part);

enum align recording_align(const struct recording *recording);

/*
 * Are its parts of different machines, starts of one or clocks, or moved to one start? Then the
 * tasks and address spaces of one say nothing of those of another.
 */
bool recording_separate(const struct recording *recording);

/*
 * By how many ns the times of a part are moved, as in index/shift.h: those of rows and blocks are,
 * those in the bytes of records and in the part's index are not. A time of the recording as the
 * part has it.
 */
uint64_t recording_shift(const struct recording *recording, size_t part);
uint64_t recording_time_in(const struct recording *recording, size_t part, uint64_t time);

/* NULL: there is none yet. */
struct index *recording_index(const struct recording *recording, size_t part);

/* Where its index is kept, "" when it is not. */
const char *recording_index_path(const struct recording *recording, size_t part);

/*
 * An index beside it, which was made of the same bytes under a name that is gone; found only when
 * the part has no index of its own yet. NULL: there is none.
 */
const char *recording_orphan(const struct recording *recording, size_t part);

/* The event's name, escaped; EVENT_NONE adds nothing. */
void recording_event_name(const struct recording *recording, size_t part, int event,
			  struct buf *out);

/* Parts whose rows are there; only the last of them gets more. */
size_t recording_parts_ready(const struct recording *recording);

/* The first row, ordinal and block of a part that is ready. */
uint64_t recording_first_row(const struct recording *recording, size_t part);
uint64_t recording_first_ordinal(const struct recording *recording, size_t part);
uint64_t recording_first_block(const struct recording *recording, size_t part);

/* The part that has a row. */
size_t recording_part_of_row(const struct recording *recording, uint64_t row);

/* ---- all rows ---- */

uint64_t recording_rows(const struct recording *recording);
uint64_t recording_blocks(const struct recording *recording);

/* The description of a block; row and ordinal are those of the recording. */
struct block_desc recording_block(const struct recording *recording, uint64_t number);

/* The block that has a row; its part, and its number there. */
uint64_t recording_block_of(const struct recording *recording, uint64_t row);
size_t recording_part_of_block(const struct recording *recording, uint64_t number, uint64_t *local);

/* Warnings about the containers of all files. */
size_t recording_warnings(const struct recording *recording);

/* How far all indexes are, in sum. An error is that of the first part that has one. */
void recording_progress(const struct recording *recording, struct index_progress *progress);

/*
 * All rows in the order of time, across the files; to be closed before the recording.
 * NULL: not all indexes are complete.
 */
struct order *recording_order(const struct recording *recording);

/* Its blocks, unpacked (recording/blocks.h). */
struct blocks *recording_unpacked(const struct recording *recording);

/* The symbols of what its records tell of. */
struct syms *recording_syms(const struct recording *recording);

/*
 * Add what a live recording gets from now on, or no longer do. False: it is complete, or of several
 * files.
 */
bool recording_follow(struct recording *recording, bool on);

/* Stop, and wait for that: does the file of the index lack what was followed? */
bool recording_is_ahead(struct recording *recording);

/* Stop to build indexes. Safe in a signal handler. */
void recording_stop(struct recording *recording);

/* The same for not much longer than so many ms. For any thread. */
enum index_state recording_wait_for(const struct recording *recording, unsigned ms);

/* Wait until all indexes are complete, failed or stopped. For one thread. */
enum index_state recording_wait(struct recording *recording);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_INDEX_PRIVATE_H
#define INDEX_INDEX_PRIVATE_H

/* Private to index.c, build.c and store.c, which share it. */

#include "base/thread.h"
#include "file/spill_pages.h"
#include "index/frames.h"
#include "index/index.h"
#include "index/kind_rows.h"

struct index {
	const struct perf_file *file;
	struct index_options options;
	char *path; /* NULL: not kept in a file */
	struct buf notice;

	struct container container;
	int old;	     /* an index of an earlier state of the recording; -1: none */
	struct pages blocks; /* struct block_desc, in block_pages, while it is built */
	struct spill_pages block_pages;
	struct block_table *table;     /* the blocks of an index that was read; NULL: it is built */
	struct pages groups;	       /* struct group_entry; see groups_add_block() */
	struct pages kinds;	       /* struct kind */
	struct pages kind_rows;	       /* uint64_t, of each kind, when they are complete */
	struct pages frames;	       /* struct frame_entry, of inflated streams */
	struct pages threads;	       /* struct thread_entry; entry 0: records without a thread */
	struct pages sizes;	       /* struct size_entry, while the index is built */
	struct pages crowded;	       /* uint64_t, rising: blocks whose rows are in order_pages */
	struct pages order_pages;      /* struct page_entry */
	_Atomic uint64_t rows_counted; /* sum of kind_rows; UINT64_MAX: they are not complete */
	struct kind_rows counted;      /* while the index is built: rows that are written */
	struct tasks tasks;
	struct history states; /* struct state_entry */
	VEC(char *) texts;     /* reasons that were read from an unfinished index */

	struct thread thread;
	_Atomic bool stop;
	_Atomic int state;
	_Atomic bool whole; /* see struct index_progress */
	_Atomic uint64_t records, damaged, bytes_done;
	_Atomic uint64_t bytes_total;
	bool live;		       /* new data of the open recording are added */
	_Atomic bool following, ended; /* ended: nothing more will be added */
	_Atomic uint64_t nanoseconds;
	_Atomic uint64_t bytes_kept;
	uint64_t inflated;    /* bytes, set by the builder */
	uint64_t frame_bytes; /* bytes of the index that do not count for its size limit */
	bool reused;
	bool has_file;	   /* the file at path exists, or will */
	bool discard;	   /* see index_discard() */
	_Atomic bool thin; /* some of its blocks are thin */
	struct err err;	   /* set before state becomes INDEX_FAILED */
};

/* Set the state, and wake the threads that wait for the end of the build (index.c). */
void index_set_state(struct index *index, enum index_state state);

/* Build the whole index into the container (scan.c). */
void build_run(struct index *index);

/* Derive from a kind where its records have the fields of columns (index.c). */
struct kind kind_of_entry(const struct index *index, const struct kind_entry *entry);

/* Publish a kind. reason: for a damaged stretch, valid as long as the index is open; else NULL. */
void index_add_kind(struct index *index, const struct kind_entry *entry, const char *reason);

/* The result of looking for an index on the disk (store.c). */
enum store_found {
	STORE_NONE,
	STORE_USED,
	STORE_STALE, /* it cannot be used; err has the reason */
	STORE_GROWN  /* it is an index of an earlier state, now in index->old */
};

enum store_found store_open(struct index *index, struct err *err);

/* Return the largest total size of the tables of an index, for store_open(). */
uint64_t store_tables_max(const struct index *index);

/* Can these kinds belong to the recording? strings: bytes of strings in its index. */
bool store_kinds_sound(const struct index *index, const struct kind_entry *entries, uint64_t n,
		       uint64_t strings);

#endif

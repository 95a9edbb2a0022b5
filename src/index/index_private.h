/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_INDEX_PRIVATE_H
#define INDEX_INDEX_PRIVATE_H

/* What index.c, build.c and store.c share. */

#include <pthread.h>

#include "index/frames.h"
#include "index/index.h"

struct index {
	const struct perf_file *file;
	struct index_options options;
	char *path; /* NULL: not kept in a file */
	struct buf notice;

	struct container container;
	struct pages blocks;	  /* struct block_desc */
	struct pages kinds;	  /* struct kind */
	struct pages frames;	  /* struct frame_entry, of inflated streams */
	struct pages threads;	  /* struct thread_entry; 0 is that of records without one */
	struct pages damages;	  /* struct damage_entry */
	struct pages crowded;	  /* uint64_t, rising: blocks that are in order_pages */
	struct pages order_pages; /* struct page_entry */
	struct tasks tasks;
	struct pages reasons; /* const char * for each damage, while the index is built */
	const char *strings;  /* of a finished index: names and reasons */
	size_t strings_len;

	pthread_t thread;
	bool has_thread;
	_Atomic bool stop;
	_Atomic int state;
	_Atomic uint64_t rows, records, bytes_done;
	uint64_t bytes_total;
	_Atomic uint64_t nanoseconds;
	bool reused;
	struct err err; /* set before state becomes INDEX_FAILED */
};

/* Build all of it into the container (build.c). */
void build_run(struct index *index);

/* What follows from a kind: where its records have the fields of columns (index.c). */
struct kind kind_of_entry(const struct index *index, const struct kind_entry *entry);

/* Use a finished index (store.c). ERR_OPEN: there is none; ERR_STALE: it cannot be used. */
int store_open(struct index *index, struct err *err);

void store_identify(const struct perf_file *file, struct index_identity *identity);

#endif

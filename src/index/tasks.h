/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_TASKS_H
#define INDEX_TASKS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/pages.h"
#include "index/format.h"

/*
 * Names of tasks over time: what COMM and FORK records tell, ordered so that the
 * name of a thread at any time is found by bisection. One thread adds, any thread
 * asks.
 */
struct tasks {
	pthread_mutex_t lock;
	struct pages added;	   /* struct task_entry in file order, while the index is built */
	struct buf strings;	   /* guarded by lock, while the index is built */
	struct task_entry *sorted; /* what lookups use: by tid, time, row */
	uint64_t n;		   /* of sorted */
	bool owned;		   /* sorted is ours to free */
	const char *text;	   /* strings of a finished index, NULL: strings */
	size_t text_len;
};

void tasks_init(struct tasks *tasks);
void tasks_release(struct tasks *tasks);

/* Use the tables of a finished index, which stay where they are. */
void tasks_use(struct tasks *tasks, const struct task_entry *sorted, uint64_t n,
	       const char *strings, size_t len);

void tasks_add_comm(struct tasks *tasks, uint64_t row, uint64_t time, uint32_t pid, uint32_t tid,
		    const uint8_t *comm, size_t len);
void tasks_add_fork(struct tasks *tasks, uint64_t row, uint64_t time, uint32_t pid, uint32_t tid,
		    uint32_t ptid);

/* Keep text of ours beside the names; its place among the strings. */
uint64_t tasks_add_string(struct tasks *tasks, const char *text);

/* How many bytes of strings there are, a copy of some of them, and some that a file had kept. */
uint64_t tasks_strings(struct tasks *tasks);
void tasks_copy_strings(struct tasks *tasks, uint64_t from, uint64_t to, struct buf *out);
void tasks_add_strings(struct tasks *tasks, const uint8_t *p, uint64_t len);

/* Bring everything that was added into order. For the builder, before it writes sorted. */
void tasks_sort(struct tasks *tasks);

/* A thread at a moment: at a time; time 0: at a row, by the order of the file. */
struct task_moment {
	uint32_t tid;
	uint64_t time;
	uint64_t row;
};

/*
 * Append the name (bytes of the recording, not escaped) that a thread has at a
 * moment. False when it is not known: moment is then the one whose name it would
 * have, that of the thread before which nothing is told.
 */
bool tasks_comm(struct tasks *tasks, struct task_moment *moment, struct buf *out);

/* Is anything told about the thread? */
bool tasks_know(struct tasks *tasks, uint32_t tid);

#endif

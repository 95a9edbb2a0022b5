/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_TASKS_H
#define INDEX_TASKS_H

#include <stdbool.h>

#include "base/buf.h"
#include "index/history.h"

struct lineage;

/*
 * Names of tasks over time: what COMM and FORK records tell, by thread, so that the
 * name of a thread at any time is found by bisection. One thread adds, any thread
 * asks.
 */
struct tasks {
	struct history changes; /* struct task_entry */
	pthread_mutex_t lock;
	struct buf strings; /* guarded by lock, while the index is built */
	const char *text;   /* strings of a finished index, NULL: strings */
	size_t text_len;
	struct lineage *lineage; /* NULL: no name was far away; guarded by lock */
};

/* spool_dir: see history_init(). */
void tasks_init(struct tasks *tasks, const char *spool_dir);
void tasks_release(struct tasks *tasks);

/* Use the tables of a finished index, which stay where they are. */
void tasks_use(struct tasks *tasks, const struct container *container,
	       const struct history_fence *fences, uint64_t n, const char *strings, size_t len);

/* Make the entry of a COMM record: a long name is kept among the strings. */
struct task_entry tasks_comm_entry(struct tasks *tasks, uint32_t pid, const uint8_t *comm,
				   size_t len);

void tasks_add(struct tasks *tasks, const struct task_entry *entry);

/* Keep text of ours beside the names; its place among the strings. */
uint64_t tasks_add_string(struct tasks *tasks, const char *text);

/* How many bytes of strings there are, a copy of some of them, and some that a file had kept. */
uint64_t tasks_strings(struct tasks *tasks);
void tasks_copy_strings(struct tasks *tasks, uint64_t from, uint64_t to, struct buf *out);
void tasks_add_strings(struct tasks *tasks, const uint8_t *p, uint64_t len);

/* A thread at a moment: at a time; time 0: at a row, by the order of the file. */
struct task_moment {
	uint32_t tid;
	uint64_t time;
	uint64_t row;
};

/*
 * What is told about some threads, for one who asks again and again: there are threads that have
 * changed their names many thousand times. One thread's own; zeros at first.
 */
enum {
	TASK_LISTS = 8
};

struct task_lists {
	struct task_list {
		const struct tasks *tasks; /* NULL: the list is empty */
		uint64_t version;
		uint32_t tid;
		VEC(struct task_change) changes; /* by row */
		VEC(struct task_change) forks;
	} list[TASK_LISTS];
};

void task_lists_release(struct task_lists *lists);

enum tasks_found {
	TASKS_NAMED,
	TASKS_UNTOLD, /* nothing tells of the thread that the name would be taken from */
	TASKS_UNKNOWN /* there is none, or it is farther away than names are followed */
};

/*
 * Append the name (bytes of the recording, not escaped) that a thread has at a
 * moment, its own or the one that it has from those that it was forked from. TASKS_UNTOLD:
 * moment is then the one whose name it would have.
 */
enum tasks_found tasks_comm(struct tasks *tasks, struct task_lists *lists,
			    struct task_moment *moment, struct buf *out);

/* Give each name of a COMM record to a function, as bytes of the recording, which it copies. */
void tasks_each_name(struct tasks *tasks, void (*each)(void *arg, const char *name, size_t len),
		     void *arg);

/* Changes whenever names may have been added. */
static inline uint64_t tasks_version(const struct tasks *tasks)
{
	return history_version(&tasks->changes);
}

/*
 * The times around a moment, which has one, between which nothing is told about its thread: from
 * <= moment < until.
 */
void tasks_between(struct tasks *tasks, const struct task_moment *moment, uint64_t *from,
		   uint64_t *until);

/* Is anything told about the thread? */
bool tasks_know(struct tasks *tasks, uint32_t tid);

/*
 * The process that a process (moment->tid) was forked from, as far as forks tell. False: not
 * known.
 */
bool tasks_parent(struct tasks *tasks, struct task_lists *lists, const struct task_moment *moment,
		  uint32_t *ppid);

#endif

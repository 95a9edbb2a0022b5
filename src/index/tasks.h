/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_TASKS_H
#define INDEX_TASKS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/buf.h"
#include "index/history.h"

struct lineage;

/*
 * Names of tasks over time, from COMM and FORK records. Entries are ordered by thread, so that
 * bisection finds the name of a thread at any time. One thread adds entries; any thread can look
 * them up.
 */
struct tasks {
	const char *spool_dir;	/* of the changes and the lineage */
	struct history changes; /* struct task_entry */
	pthread_mutex_t lock;
	struct buf strings; /* guarded by lock, while the index is built */
	const char *text;   /* strings of a complete index; NULL: use strings */
	size_t text_len;
	struct lineage *lineage; /* NULL: no long way was followed so far; guarded by lock */
};

/* spool_dir: see history_init(). */
void tasks_init(struct tasks *tasks, const char *spool_dir);
void tasks_release(struct tasks *tasks);

/* Use the tables of a complete index. They must outlive tasks. */
void tasks_use(struct tasks *tasks, const struct container *container,
	       const struct history_fence *fences, uint64_t n, const char *strings, size_t len);

/* Make the entry of a COMM record. A long name is stored among the strings. */
struct task_entry tasks_comm_entry(struct tasks *tasks, uint32_t pid, const uint8_t *comm,
				   size_t len);

void tasks_add(struct tasks *tasks, const struct task_entry *entry);

/* Store a text of perfnav among the strings. Returns its offset. */
uint64_t tasks_add_string(struct tasks *tasks, const char *text);

/*
 * tasks_strings() returns the size of all strings, tasks_copy_strings() copies those from offset
 * `from` to before offset `to`, and tasks_add_strings() adds strings that were read from a file.
 */
uint64_t tasks_strings(struct tasks *tasks);
void tasks_copy_strings(struct tasks *tasks, uint64_t from, uint64_t to, struct buf *out);
void tasks_add_strings(struct tasks *tasks, const uint8_t *p, uint64_t len);

/* A thread and a moment: a time or, if time is 0, a row in file order. */
struct task_moment {
	uint32_t tid;
	uint64_t time;
	uint64_t row;
};

/*
 * A cache of the changes of some threads, for repeated look-ups: some threads change their names
 * many thousand times. Used by one thread; initially zeros.
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
	/* the name is inherited from a thread that no COMM or FORK record describes */
	TASKS_UNDESCRIBED,
	TASKS_UNKNOWN /* there is no name, or the chain of forks to it is too long */
};

/*
 * Append the name of a thread at a moment: its own, or the name that it inherits from the threads
 * that forked it. The name is bytes of the recording, not escaped. TASKS_UNDESCRIBED: *moment is
 * set to the ancestor, and the moment, from which the thread would inherit the name.
 */
enum tasks_found tasks_comm(struct tasks *tasks, struct task_lists *lists,
			    struct task_moment *moment, struct buf *out);

/*
 * Pass the name of each COMM record to a function until it returns false. The bytes are those of
 * the recording; the function must copy them.
 */
void tasks_each_name(struct tasks *tasks, bool (*each)(void *arg, const char *name, size_t len),
		     void *arg);

/* A counter that changes when names may have been added. */
static inline uint64_t tasks_version(const struct tasks *tasks)
{
	return history_version(&tasks->changes);
}

/* The same for the changes of one thread; see history_version_of(). */
static inline uint32_t tasks_version_of(const struct tasks *tasks, uint32_t tid)
{
	return history_version_of(&tasks->changes, tid);
}

/*
 * Append the name that the COMM record at a moment gives, the moment of its row. Returns false if
 * it is not kept whole, or the row is no COMM.
 */
bool tasks_recorded(struct tasks *tasks, const struct task_moment *moment, struct buf *out);

/*
 * The times between which no change of a thread is recorded: from <= time < until. Zeroed: there is
 * no such time.
 */
struct task_stay {
	uint64_t from, until;
	uint64_t row; /* of the COMM at `from`; UINT64_MAX: none, or the name is not kept whole */
};

static inline bool task_stay_has(const struct task_stay *stay, uint64_t time)
{
	return stay->from <= time && time < stay->until;
}

/* Get those around a moment, which must have a time. */
void tasks_stay(struct tasks *tasks, const struct task_moment *moment, struct task_stay *stay);

/* Does any record have a name or fork of the thread? */
bool tasks_know(struct tasks *tasks, uint32_t tid);

/*
 * Get the process that forked a process (moment->tid), from FORK records. Returns false if it is
 * unknown.
 */
bool tasks_parent(struct tasks *tasks, struct task_lists *lists, const struct task_moment *moment,
		  uint32_t *ppid);

#endif

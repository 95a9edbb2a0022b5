/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_STORE_H
#define ANALYSIS_THREAD_STORE_H

#include <pthread.h>

#include "analysis/thread_timeline.h"
#include "analysis/thread_wakeups.h"
#include "analysis/time_columns.h"
#include "base/map.h"

/* A thread in a column of time. */
struct thread_cell {
	_Atomic uint64_t on, records;
	_Atomic uint64_t wait; /* thread_wait_pack() of the last one; 0: none */
	_Atomic uint64_t ready, stuck, lost;
};

/* A thread of a timeline: the job's thread writes it, any thread reads it. */
struct kept_thread {
	uint64_t id;
	uint32_t pid, tid, cpu;
	bool per_cpu;
	_Atomic uint64_t records, on, off, lost, first, until, switches, preempted, woken_n, delay;
	/* For the job: the wait that has not ended yet. */
	struct {
		uint64_t gone;		    /* when it left the CPU; 0: it has no wait */
		uint64_t wait;		    /* why, as in a cell */
		uint32_t cpu;		    /* which it left, or ONCPU_NO_CPU */
		struct thread_wakeup woken; /* after which it was on no CPU yet */
	} pending;
	struct thread_wakeups wakeups; /* guarded by thread_store.lock */
	struct thread_cell cells[];    /* time.n cells */
};

/*
 * The threads of a timeline by their index, in the order in which they were found, and what was
 * found of them. Only the job's thread calls functions that change it.
 */
struct thread_store {
	struct time_columns time;
	_Atomic uint64_t end;	  /* the last time of the recording; time.hi until it is known */
	_Atomic bool cut;	  /* there are more threads than are kept, */
	_Atomic bool wakeups_cut; /* or more wakeups */
	_Atomic bool unknown;	  /* it is not always known whether a thread is on a CPU */
	_Atomic size_t n;
	size_t most; /* threads */
	struct kept_thread **threads;
	struct cpu_timeline cpus;
	pthread_mutex_t *lock; /* guards the wakeups */

	/* For the job's thread. */
	struct map by_id;     /* index in threads by pid and tid, or CPU and tid */
	struct map by_number; /* the same by the kernel's number of a thread, */
	bool translated;      /* if that differs from its tid */
	size_t wakeup_cells;  /* of all threads */
};

/* The other arguments are those of the members; the lock must outlive the store. */
void thread_store_init(struct thread_store *store, struct time_columns time, size_t most,
		       pthread_mutex_t *lock);
void thread_store_release(struct thread_store *store);

/*
 * Return the index of a row's thread; ONCPU_NOBODY: it is not kept. thread_store_add() adds the
 * thread if it is new.
 */
uint32_t thread_store_find(const struct thread_store *store, const struct row_info *info);
uint32_t thread_store_add(struct thread_store *store, const struct row_info *info);

/* Return the thread with an index. NULL: it is ONCPU_NOBODY. */
struct kept_thread *thread_store_get(const struct thread_store *store, uint32_t thread);

/* Do several threads share a tid? */
bool thread_store_is_shared(uint32_t tid);

/*
 * Note the kernel's number of the thread of a row, which leaves the CPU. In a recording of a
 * namespace, it differs from the number in the thread's records; the kernel's numbers are known
 * after the threads have left once.
 */
void thread_store_note_number(struct thread_store *store, const struct row_info *info,
			      uint32_t thread, uint64_t number);

/* Return the thread with a number in the kernel, if it is known. 0: the idle task of the CPU. */
uint32_t thread_store_of_number(const struct thread_store *store, const struct row_info *info,
				uint64_t number);

/*
 * Note a record of the thread: facts about it begin with its first record, and it exists until its
 * last one.
 */
void thread_store_note_time(struct thread_store *store, uint32_t thread, uint64_t time);

/* Return the end of the thread, or of the recording. */
uint64_t thread_store_end_of(const struct thread_store *store, const struct kept_thread *kept);

/* Return how much of the time from first to until is in the range; first 0: nothing. */
uint64_t thread_store_shown(const struct thread_store *store, uint64_t first, uint64_t until);

/* Discard the numbers of samples, before times on a CPU are added. */
void thread_store_forget_samples(struct thread_store *store);

/* A wait in a cell: its reason, and the ordinal of the record with which it begins. */
enum {
	THREAD_WAIT_BITS = 3 /* of the reason */
};

static inline uint64_t thread_wait_pack(enum thread_timeline_wait reason, uint64_t ordinal)
{
	return ordinal << THREAD_WAIT_BITS | reason;
}

static inline enum thread_timeline_wait thread_wait_reason(uint64_t wait)
{
	return (enum thread_timeline_wait)(wait & ((1u << THREAD_WAIT_BITS) - 1));
}

static inline uint64_t thread_wait_ordinal(uint64_t wait)
{
	return wait >> THREAD_WAIT_BITS;
}

#endif

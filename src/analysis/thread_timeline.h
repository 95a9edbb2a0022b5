/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_TIMELINE_H
#define ANALYSIS_THREAD_TIMELINE_H

#include "analysis/cpu_timeline.h"
#include "filter/filter.h"
#include "query/job.h"

/*
 * Threads over time: how long each was on a CPU in each of many intervals of time, how often it was
 * switched out and woken, and how many of its rows pass a filter; found in the background. The
 * filter selects threads and the rows that count; times on a CPU come from all switches of the
 * recording (analysis/oncpu.h), wakeups from all records of the scheduler's events for them.
 * Functions are for one thread.
 */
struct thread_timeline;

enum {
	THREAD_TIMELINE_COLUMNS = 512, /* intervals; fewer if they would be shorter than 1 ns */
	THREAD_TIMELINE_THREADS = 2048 /* maximum; the first ones in the file are kept */
};

/* The source of times on a CPU. */
enum thread_timeline_source {
	/* none, only numbers of samples; the initial value */
	THREAD_TIMELINE_SAMPLES,
	THREAD_TIMELINE_SWITCHES,
	THREAD_TIMELINE_TRACEPOINT /* sched:sched_switch */
};

struct thread_timeline_options {
	struct filter *filter;	 /* taken over; NULL: all rows */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	struct watcher *watcher; /* woken when there are new results; NULL: none */
};

/* Start. The recording must outlive the timeline. */
struct thread_timeline *thread_timeline_start(struct recording *recording,
					      const struct thread_timeline_options *options);
void thread_timeline_free(struct thread_timeline *timeline);

/* The background job. If it is cancelled, the results stay. */
struct job *thread_timeline_job(struct thread_timeline *timeline);

/* The progress of all of it: rows count twice if there is a second pass over them for switches. */
void thread_timeline_progress(const struct thread_timeline *timeline,
			      struct worker_progress *progress);

enum thread_timeline_source thread_timeline_source(const struct thread_timeline *timeline);

/*
 * Return the number of switches (THREAD_TIMELINE_TRACEPOINT) that are known to be missing between
 * two of the same CPU. A thread that was switched in by a missing switch is known to run only from
 * its next record on, or not even from there (analysis/oncpu.h), so times on a CPU are too short.
 */
uint64_t thread_timeline_missing(const struct thread_timeline *timeline);

/* Is it unknown for some time in the range whether a thread was on a CPU (WAIT_LOST)? */
bool thread_timeline_unknown(const struct thread_timeline *timeline);

/*
 * thread_timeline_has_wakeups(): does the recording have switches, and events of wakeups?
 * thread_timeline_wakeups_cut(): are there more wakeups than are kept?
 */
bool thread_timeline_has_wakeups(const struct thread_timeline *timeline);
bool thread_timeline_wakeups_cut(const struct thread_timeline *timeline);

/* Are there more threads than are kept? */
bool thread_timeline_cut(const struct thread_timeline *timeline);

/*
 * The number that identifies the thread of a row with has_tid: its pid and tid; for the idle task,
 * and threads without a number, also the CPU.
 */
uint64_t thread_timeline_id(const struct row_info *info);

/* A thread with its totals from lo to hi. */
struct thread_timeline_thread {
	uint64_t id;
	uint32_t pid, tid;
	bool per_cpu; /* the idle task, or a thread without a number: identified by its CPU, too */
	uint32_t cpu;
	uint64_t records; /* records that pass the filter */
	uint64_t on;	  /* ns on a CPU; for THREAD_TIMELINE_SAMPLES: samples that pass */
	/*
	 * The sum of its waits in ns: those with an end, and one that lasts until the end of the
	 * recording. They are the spans "offcpu" (spans/spans.h) without those in which the thread
	 * has samples. For the idle task: the time in which other threads run on its CPU.
	 */
	uint64_t off;
	uint64_t unknown;	      /* other ns from its first record to its end */
	uint64_t first, until;	      /* that range of time; first 0: none */
	uint64_t switches, preempted; /* switches out; preempted: those while it could continue */
	/* Wakeups; the longest known delay after one, or to the end, in ns. */
	uint64_t woken, delay;
};

/* Return the threads in the order in which they were found; i is less than their number. */
size_t thread_timeline_threads(const struct thread_timeline *timeline);
void thread_timeline_thread(const struct thread_timeline *timeline, size_t i,
			    struct thread_timeline_thread *thread);

/*
 * thread_timeline_columns() returns the number of intervals, thread_timeline_time() the first time
 * of interval i; i is at most their number.
 */
size_t thread_timeline_columns(const struct thread_timeline *timeline);
uint64_t thread_timeline_time(const struct thread_timeline *timeline, size_t i);

/* The reason why a thread is not on a CPU, from the record with which it left. */
enum thread_timeline_wait {
	WAIT_NONE,	      /* unknown, or it is on a CPU */
	WAIT_CPU,	      /* none: it was preempted */
	WAIT_EVENT,	      /* an interruptible wait; for SWITCH records any wait */
	WAIT_UNINTERRUPTIBLE, /* uninterruptible: a disk, a lock of the kernel */
	WAIT_OTHER,	      /* stopped, traced, idle or dead */
	/* unknown: records are missing, as the record thread_timeline_cell.gone shows */
	WAIT_LOST
};

/* A thread in the intervals from `first` to before `end`. */
struct thread_timeline_cell {
	uint64_t on, records; /* as in struct thread_timeline_thread */
	/* If it is on no CPU in all of them: the last wait, and the record with which it begins. */
	enum thread_timeline_wait wait;
	uint64_t gone;	/* ordinal of that record */
	uint64_t ready; /* ns in WAIT_CPU, */
	uint64_t stuck; /* in WAIT_UNINTERRUPTIBLE, */
	uint64_t lost;	/* and in WAIT_LOST */
};
struct thread_timeline_cell thread_timeline_cell(const struct thread_timeline *timeline,
						 size_t thread, size_t first, size_t end);

/*
 * The wakeups of a thread that waited, in the intervals from `first` to before `end`; of each wait
 * the first one. From there on, the thread is in WAIT_CPU.
 */
struct thread_timeline_wakeups {
	uint64_t n;
	/* if n > 0: the wakeup after which the thread waited longest for a CPU */
	uint64_t row;
	size_t waker; /* the thread of that row; SIZE_MAX: it is not one of the timeline */
	enum {
		THREAD_TIMELINE_AFTER,	  /* it was on a CPU after delay ns, rounded to us */
		THREAD_TIMELINE_SOMETIME, /* the record of that switch is missing */
		THREAD_TIMELINE_NEVER	  /* it was on no CPU any more */
	} ran;
	uint64_t delay;
};
struct thread_timeline_wakeups thread_timeline_wakeups(struct thread_timeline *timeline,
						       size_t thread, size_t first, size_t end);

/* The CPUs on which the threads were, without the idle task; their threads are indexes as above. */
const struct cpu_timeline *thread_timeline_cpus(const struct thread_timeline *timeline);

#endif

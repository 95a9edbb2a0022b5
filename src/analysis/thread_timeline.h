/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_THREAD_TIMELINE_H
#define ANALYSIS_THREAD_TIMELINE_H

#include "filter/filter.h"
#include "query/job.h"

/*
 * Threads over time: how long each was on a CPU in each of many stretches of time, how often it
 * was switched out, and how many of its rows pass a filter there; found in the background. The
 * filter says which threads there are and which of their rows count; when a thread is on a CPU is
 * told by all switches of the recording (analysis/oncpu.h).
 * Functions are for one thread.
 */
struct thread_timeline;

enum {
	THREAD_TIMELINE_COLUMNS = 512, /* stretches, or one for each ns */
	THREAD_TIMELINE_THREADS = 2048 /* that are kept: those that come first in the file */
};

/* By what times on a CPU are known. */
enum thread_timeline_source {
	/* there is no time, only how many samples there are; at first, or so */
	THREAD_TIMELINE_SAMPLES,
	THREAD_TIMELINE_SWITCHES,
	THREAD_TIMELINE_TRACEPOINT /* sched:sched_switch */
};

struct thread_timeline_options {
	struct filter *filter;	 /* taken over; NULL: all rows */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	struct watcher *watcher; /* woken when there is something new; NULL: nobody */
};

/* The recording outlives it. */
struct thread_timeline *thread_timeline_start(struct recording *recording,
					      const struct thread_timeline_options *options);
void thread_timeline_free(struct thread_timeline *timeline);

/* The job that looks. If it is cancelled the results stay. */
struct job *thread_timeline_job(struct thread_timeline *timeline);

/* The progress of all of it: rows count twice where switches are looked at after the others. */
void thread_timeline_progress(const struct thread_timeline *timeline,
			      struct job_progress *progress);

enum thread_timeline_source thread_timeline_source(const struct thread_timeline *timeline);

/*
 * How many switches of THREAD_TIMELINE_TRACEPOINT are known to be missing between two of one CPU.
 * Who came with one is not known to be there before a record says so: times on a CPU are too short.
 */
uint64_t thread_timeline_missing(const struct thread_timeline *timeline);

/* There are more threads than are kept. */
bool thread_timeline_cut(const struct thread_timeline *timeline);

/* A thread, and what is known of it from lo to hi. */
struct thread_timeline_thread {
	uint32_t pid, tid;
	bool per_cpu; /* the idle task, or one that has no number here: cpu is a part of its name */
	uint32_t cpu;
	uint64_t records;      /* that pass */
	uint64_t on;	       /* ns on a CPU; of THREAD_TIMELINE_SAMPLES: samples that pass */
	uint64_t off;	       /* ns not known to be on one, from its first record to its end */
	uint64_t first, until; /* that time; first 0: there is none */
	uint64_t switches, preempted; /* switched out; of these while it could go on */
};

/* Threads, in the order in which they were found; i is less than their number. */
size_t thread_timeline_threads(const struct thread_timeline *timeline);
void thread_timeline_thread(const struct thread_timeline *timeline, size_t i,
			    struct thread_timeline_thread *thread);

/* The stretches, and the first time of one; i is at most their number. */
size_t thread_timeline_columns(const struct thread_timeline *timeline);
uint64_t thread_timeline_time(const struct thread_timeline *timeline, size_t i);

/* What a thread that is not on a CPU waits for, as the record tells with which it went. */
enum thread_timeline_wait {
	WAIT_NONE,	      /* that is not known, or it is on one */
	WAIT_CPU,	      /* nothing: it was preempted */
	WAIT_EVENT,	      /* something that can be interrupted; of SWITCH records anything */
	WAIT_UNINTERRUPTIBLE, /* a disk, a lock of the kernel */
	WAIT_OTHER	      /* it is stopped, traced, idle, dead */
};

/* What there is of a thread in some stretches, without the one at end. */
struct thread_timeline_cell {
	uint64_t on, records; /* as above */
	/* Where it is on no CPU in all of them: the last wait, and the record it begins with. */
	enum thread_timeline_wait wait;
	uint64_t gone; /* its ordinal */
};
struct thread_timeline_cell thread_timeline_cell(const struct thread_timeline *timeline,
						 size_t thread, size_t first, size_t end);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STRIPS_H
#define QUERY_STRIPS_H

#include "query/filter.h"
#include "query/job.h"

/*
 * Threads over time: how long each was on a CPU in each of many stretches of time, how often it
 * was switched out, and how many of its rows pass a filter there; found in the background. The
 * filter says which threads there are and which of their rows count; when a thread is on a CPU is
 * told by all switches of the recording (query/oncpu.h).
 * Functions are for one thread.
 */
struct strips;

enum {
	STRIPS_COLUMNS = 512, /* stretches, or one for each ns */
	STRIPS_THREADS = 2048 /* that are kept: those that come first in the file */
};

/* By what times on a CPU are known. */
enum strips_source {
	STRIPS_SAMPLES, /* there is no time, only how many samples there are; at first, or so */
	STRIPS_SWITCHES,
	STRIPS_TRACEPOINT /* sched:sched_switch */
};

struct strips_options {
	struct filter *filter;	 /* taken over; NULL: all rows */
	uint64_t lo, hi;	 /* ns, hi included, lo > 0 */
	struct watcher *watcher; /* woken when there is something new; NULL: nobody */
};

/* The recording outlives it. */
struct strips *strips_start(struct recording *recording, const struct strips_options *options);
void strips_free(struct strips *strips);

/* Stop it; what was found stays. */
void strips_cancel(struct strips *strips);

/* Rows are counted twice where switches are looked at behind the others. */
void strips_progress(const struct strips *strips, struct job_progress *progress);

enum strips_source strips_source(const struct strips *strips);

/*
 * How many switches of STRIPS_TRACEPOINT are known to be missing between two of one CPU. Who came
 * with one is not known to be there before a record says so: times on a CPU are too short.
 */
uint64_t strips_missing(const struct strips *strips);

/* There are more threads than are kept. */
bool strips_cut(const struct strips *strips);

/* A thread, and what is known of it from lo to hi. */
struct strips_thread {
	uint32_t pid, tid;
	bool per_cpu; /* the idle task, or one that has no number here: cpu is a part of its name */
	uint32_t cpu;
	uint64_t records;      /* that pass */
	uint64_t on;	       /* ns on a CPU; of STRIPS_SAMPLES: samples that pass */
	uint64_t off;	       /* ns not known to be on one, from its first record to its end */
	uint64_t first, until; /* that time; first 0: there is none */
	uint64_t switches, preempted; /* switched out; of these while it could go on */
};

/* Threads, in the order in which they were found; i is less than their number. */
size_t strips_threads(const struct strips *strips);
void strips_thread(const struct strips *strips, size_t i, struct strips_thread *thread);

/* The stretches, and the first time of one; i is at most their number. */
size_t strips_columns(const struct strips *strips);
uint64_t strips_time(const struct strips *strips, size_t i);

/* What there is of a thread in some stretches, without the one at end. */
struct strips_cell {
	uint64_t on, records; /* as above */
};
struct strips_cell strips_cell(const struct strips *strips, size_t thread, size_t first,
			       size_t end);

#endif

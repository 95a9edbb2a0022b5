/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_STATE_DEPS_H
#define SLICE_STATE_DEPS_H

#include "recording/reader.h"
#include "slice/record_class.h"

/*
 * Which records of state the selected records need: those of their processes and
 * threads, of those that these were forked from as far as to the fork, and those of
 * the system; up to the last record that needs them. A record is before another when
 * it is by its place in the file or by its time: programs that read a recording go by
 * the one for records without a time, and by the other for those with one. Times are
 * those of the index: 0 where a record has none, and UINT64_MAX is none for perf.
 */
struct state_deps_limit {
	uint64_t row, time; /* of the last records that need it */
};

/* Numbers in limits and one more, 0: not known. */
struct state_deps_thread {
	uint32_t pid, tid;
};

struct state_deps {
	struct index *index;
	const struct record_classes *classes;
	struct state_deps_limit system;
	struct map by_id; /* pids, and tids, which have a higher bit: number in limits */
	VEC(struct state_deps_limit) limits;
	struct state_deps_thread *threads; /* those of selected records, by their numbers */
	bool any;			   /* there is a selected record */
	bool all;			   /* forks are too tangled: the state of all processes */
};

void state_deps_init(struct state_deps *deps, struct index *index,
		     const struct record_classes *classes);
void state_deps_release(struct state_deps *deps);

/* Row is selected; thread is its thread's number in the index, 0: none. */
void state_deps_row(struct state_deps *deps, uint64_t row, uint64_t thread, uint64_t time);

/*
 * After all rows: the processes that those of the selected records come from. ERR_STOPPED when
 * *stop has become true.
 */
int state_deps_parents(struct state_deps *deps, struct reader *reader, const _Atomic bool *stop,
		       struct err *err);

/* Is this record of state needed? Only for classes of state records. */
bool state_deps_needed(const struct state_deps *deps, enum record_class class, uint64_t row,
		       uint64_t thread, uint64_t time);

#endif

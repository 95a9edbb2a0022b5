/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_STATE_DEPS_H
#define SLICE_STATE_DEPS_H

#include "recording/reader.h"
#include "slice/record_class.h"

/*
 * Finds the state records that the selected records need: those of their processes and threads,
 * those of the ancestors up to the fork, and those of the system; each up to the last record that
 * needs them.
 *
 * Record A is before record B if it precedes B in the file or has an earlier time. Programs order
 * records without a time by their place, and others by their time. Times are those of the index: 0
 * if a record has none; UINT64_MAX also means none in perf.
 */
struct state_deps_limit {
	uint64_t row, time; /* of the last records that need it */
};

/* Indexes in limits plus one; 0: unknown. */
struct state_deps_thread {
	uint32_t pid, tid;
};

struct state_deps {
	struct index *index;
	const struct record_classes *classes;
	struct state_deps_limit system;
	struct map by_id; /* from a pid, or a tid with a higher bit set, to an index in limits */
	VEC(struct state_deps_limit) limits;
	struct state_deps_thread *threads; /* of selected records, by number */
	bool any_selected;		   /* there are selected records */
	bool needs_all;			   /* forks are too complex: include all processes */
};

void state_deps_init(struct state_deps *deps, struct index *index,
		     const struct record_classes *classes);
void state_deps_release(struct state_deps *deps);

/* Add a selected row; thread is the number of its thread in the index, 0: none. */
void state_deps_row(struct state_deps *deps, uint64_t row, uint64_t thread, uint64_t time);

/*
 * After all rows: find the ancestors of the processes of selected records. Returns ERR_STOPPED if
 * *stop has become true.
 */
int state_deps_parents(struct state_deps *deps, struct reader *reader, const _Atomic bool *stop,
		       struct err *err);

/* Is this state record needed? Only for classes of state records. */
bool state_deps_needed(const struct state_deps *deps, enum record_class class, uint64_t row,
		       uint64_t thread, uint64_t time);

#endif

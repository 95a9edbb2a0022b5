/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SLICE_NEED_H
#define SLICE_NEED_H

#include "recording/reader.h"
#include "slice/role.h"

/*
 * Which records of state the selected records need: those of their processes and
 * threads, of those that these were forked from as far as to the fork, and those of
 * the system; up to the last record that needs them. A record is before another when
 * it is by its place in the file or by its time: programs that read a recording go by
 * the one for records without a time, and by the other for those with one. Times are
 * those of the index: 0 where a record has none, and UINT64_MAX is none for perf.
 */
struct need_limit {
	uint64_t row, time; /* of the last records that need it */
};

/* Numbers in limits and one more, 0: not known. */
struct need_thread {
	uint32_t pid, tid;
};

struct need {
	struct index *index;
	const struct roles *roles;
	struct need_limit system;
	struct map by_id; /* pids, and tids, which have a higher bit: number in limits */
	VEC(struct need_limit) limits;
	struct need_thread *threads; /* those of selected records, by their numbers */
	bool any;		     /* there is a selected record */
	bool all;		     /* forks are too tangled: the state of all processes */
};

void need_init(struct need *need, struct index *index, const struct roles *roles);
void need_release(struct need *need);

/* Row was selected; thread is the number that the index has for it, 0 none. */
void need_row(struct need *need, uint64_t row, uint64_t thread, uint64_t time);

/*
 * After all rows: the processes that those of the selected records come from. ERR_STOPPED when
 * *stop has become true.
 */
int need_parents(struct need *need, struct reader *reader, const _Atomic bool *stop,
		 struct err *err);

/* Is this record of state, of a role for which that is a question, needed? */
bool need_state(const struct need *need, enum role role, uint64_t row, uint64_t thread,
		uint64_t time);

#endif

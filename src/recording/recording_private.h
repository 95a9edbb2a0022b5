/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_RECORDING_PRIVATE_H
#define RECORDING_RECORDING_PRIVATE_H

/* Private to recording.c and recording_rows.c, which share it. */

#include <pthread.h>
#include <stdatomic.h>

#include "base/thread.h"
#include "base/vec.h"
#include "recording/index_place.h"
#include "recording/recording.h"

/* The totals of a part do not change any more when the next part is ready. */
struct recording_part_state {
	struct perf_file *file;
	struct index_place place;
	char *orphan;	     /* see recording_orphan() */
	struct index *index; /* NULL: not opened yet */
	uint64_t first_time; /* of the recording, shifted */
	uint64_t shift;
	uint64_t first_block;
	struct index_progress before; /* the sum of all parts before this one */
	_Atomic bool rewritten;	      /* see recording_note_rewritten() */
};

struct recording {
	struct recording_options options;
	VEC(struct recording_part_state *) parts;
	_Atomic size_t ready; /* parts that have an index and whose predecessors are complete */
	_Atomic bool unreadable;
	_Atomic bool stop, opened; /* opened: no more indexes will be opened */
	bool separate;
	uint64_t bytes_total;
	struct thread thread; /* opens all indexes except the first */
	struct blocks *blocks;
	struct syms *syms;
	pthread_mutex_t notes_lock;
	struct notes *notes; /* NULL: none were set */
	pthread_mutex_t extra_lock;
	struct recording_extra *_Atomic extra; /* NULL: not used yet; made under the lock */
};

/* As recording_parts_ready(), for functions that are called for each row. */
static inline size_t recording_ready(const struct recording *recording)
{
	return atomic_load(&recording->ready);
}

/* The last part whose rows exist; the parts before it do not change any more. */
static inline const struct recording_part_state *
recording_last_ready(const struct recording *recording)
{
	return recording->parts.v[recording_ready(recording) - 1];
}

#endif

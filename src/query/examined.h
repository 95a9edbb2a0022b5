/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_EXAMINED_H
#define QUERY_EXAMINED_H

#include <pthread.h>

#include "base/vec.h"
#include "recording/recording.h"

/*
 * Blocks that were examined while the index was being built, and what was known of tasks then. The
 * name of a thread at a time (VALUE_OF_TASK) depends on COMM and FORK records with earlier times.
 * If none of them came after the block was examined, the result is final, and nothing has to be
 * examined again. Any thread can add blocks.
 */
struct examined {
	pthread_mutex_t lock; /* guards the members below */
	/* Ordered by both members. */
	VEC(struct examined_step {
		uint64_t known; /* rows whose records were known */
		uint64_t time;	/* the latest time of the blocks that were examined so far */
	})
	steps;
	bool passed; /* examined_pass() was called */
};

void examined_init(struct examined *examined);
void examined_release(struct examined *examined);

/* Forget all blocks. */
void examined_reset(struct examined *examined);

/* Call this before a block, or any part of it, is examined. Blocks can come in any order. */
void examined_add(struct examined *examined, const struct recording *recording, uint64_t block);

/* Blocks were skipped, because no known name matched the filter: a later one may match. */
void examined_pass(struct examined *examined);

/*
 * Once all records are known: may one of them have changed the name or the parent of a thread in a
 * block after the block was added? The answer is also yes if no block was added, if blocks were
 * passed, if the recording has several parts, or if its records have no times.
 */
bool examined_changed(struct examined *examined, const struct recording *recording);

#endif

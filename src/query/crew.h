/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_CREW_H
#define QUERY_CREW_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"
#include "query/worker.h"

/*
 * Threads that look at all blocks of a recording together: a block is dealt to whoever is done with
 * the one before. What they share beside that, and what a member of the crew is, is their owner's.
 */
struct crew {
	const struct recording *recording;
	uint64_t blocks;	  /* UINT64_MAX where more may come */
	enum index_state state;	  /* as long as which more may come */
	const _Atomic bool *stop; /* NULL, or true: no more blocks, and ERR_STOPPED */
	struct worker *worker;	  /* NULL, or whose work it is: it pauses as that does */
	_Atomic uint64_t next;
	_Atomic bool over; /* no more blocks, for what err says */
	pthread_mutex_t lock;
	struct err err; /* guarded by lock while they run: the first that there was */
};

enum {
	CREW_MAX = 8
};

/* The blocks that there are now; the recording and stop outlive the crew. */
void crew_init(struct crew *crew, const struct recording *recording, const _Atomic bool *stop);
void crew_release(struct crew *crew);

/*
 * Before they run: also the blocks that come while the index is built are dealt, or those that come
 * while it is followed. Where the one becomes the other they end.
 */
void crew_grow(struct crew *crew);

/* How many threads there is work for: 1 to CREW_MAX. */
unsigned crew_size(const struct crew *crew);

/*
 * Run a function for each of n members, for the first in the calling thread, for the others in
 * threads of their own, or not at all where there are none: members take blocks while there are
 * some. Returns 0, or the code of err, when all have ended.
 */
int crew_run(struct crew *crew, void *(*run)(void *member), void *const *members, unsigned n);

/* From a member: the next block that is its own. False: there is none. */
bool crew_next(struct crew *crew, uint64_t *block);

/* From a member of a crew that grows: is a block that it was dealt there? LATER: it may come. */
enum crew_block {
	CREW_THERE,
	CREW_LATER,
	CREW_NONE
};

enum crew_block crew_look(struct crew *crew, uint64_t block);

/*
 * From a member, when it is not: wait until it may be, for so many milliseconds at most (0: without
 * an end). heard is the member's, 0 before it looks first.
 */
void crew_wait(struct crew *crew, uint32_t *heard, unsigned ms);

/* From a member: there is no use in more blocks. Returns code. */
int crew_fail(struct crew *crew, enum err_code code, const char *what);

#endif

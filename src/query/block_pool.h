/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_BLOCK_POOL_H
#define QUERY_BLOCK_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"
#include "query/worker.h"

struct eval;

/*
 * Threads that process all blocks of a recording together. A thread that has finished its block
 * takes the next one. All other shared data, and the members themselves, belong to the owner of the
 * pool.
 */
struct block_pool {
	const struct recording *recording;
	uint64_t blocks;	  /* number of blocks; UINT64_MAX: more may come */
	enum index_state state;	  /* more blocks may come as long as the index is in this state */
	const _Atomic bool *stop; /* set to true: no more blocks, and ERR_STOPPED; NULL: never */
	struct worker *worker;	  /* the worker whose work this is: the pool pauses with it;
				   * NULL: none */
	_Atomic uint64_t next;
	_Atomic bool over; /* no more blocks, because of err */
	pthread_mutex_t lock;
	struct err err; /* the first error; guarded by lock while members run */
};

enum {
	BLOCK_POOL_MAX = THREAD_ALL_MAX
};

/* Begin with the blocks that exist now; the recording and stop outlive the pool. */
void block_pool_init(struct block_pool *pool, const struct recording *recording,
		     const _Atomic bool *stop);
void block_pool_release(struct block_pool *pool);

/*
 * Before the members run: also include blocks that come while the index is built, or, if it is
 * complete, while the recording is followed. The pool ends when the index leaves the state that it
 * has now.
 */
void block_pool_grow(struct block_pool *pool);

/* The number of threads for which there is work: 1 to BLOCK_POOL_MAX. */
unsigned block_pool_size(const struct block_pool *pool);

/*
 * Run a function for each of n members, as thread_run_all() does. Members take blocks until none is
 * left. Returns 0 or the code of err when all have ended.
 */
int block_pool_run(struct block_pool *pool, void *(*run)(void *member), void *const *members,
		   unsigned n);

/* For a member: take the next block. Returns false if there is none. */
bool block_pool_next(struct block_pool *pool, uint64_t *block);

/*
 * The same for a member that needs only the rows that match a filter. Groups of blocks without such
 * rows are skipped. *passed gets the number of their rows, also if false is returned.
 */
bool block_pool_next_match(struct block_pool *pool, struct eval *eval, uint64_t *block,
			   uint64_t *passed);

/* For a member of a pool that grows: does a block that it has taken exist? BLOCK_LATER: not yet. */
enum block_arrival {
	BLOCK_THERE,
	BLOCK_LATER,
	BLOCK_NEVER
};

enum block_arrival block_pool_arrival(struct block_pool *pool, uint64_t block);

/*
 * For a member, after BLOCK_LATER: wait until the block may exist, but at most ms milliseconds (0:
 * without limit). heard belongs to the member and is 0 at first.
 */
void block_pool_wait(struct block_pool *pool, uint32_t *heard, unsigned ms);

/* For a member: end the pool with an error, because more blocks are useless. Returns code. */
int block_pool_fail(struct block_pool *pool, enum err_code code, const char *what);

/* The same with the error of a damaged index. Returns ERR_STALE. */
int block_pool_damaged(struct block_pool *pool);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/block_pool.h"

#include "base/bell.h"
#include "base/thread.h"
#include "filter/eval.h"

void block_pool_init(struct block_pool *pool, const struct recording *recording,
		     const _Atomic bool *stop)
{
	*pool = (struct block_pool){ .recording = recording,
				     .blocks = recording_blocks(recording),
				     .stop = stop };
	err_clear(&pool->err);
	pthread_mutex_init(&pool->lock, NULL);
}

void block_pool_release(struct block_pool *pool)
{
	pthread_mutex_destroy(&pool->lock);
}

void block_pool_grow(struct block_pool *pool)
{
	pool->blocks = UINT64_MAX;
	pool->state = recording_state(pool->recording);
}

unsigned block_pool_size(const struct block_pool *pool)
{
	unsigned n = thread_processors(BLOCK_POOL_MAX);

	if (pool->blocks < n)
		return pool->blocks ? (unsigned)pool->blocks : 1;
	return n;
}

int block_pool_run(struct block_pool *pool, void *(*run)(void *member), void *const *members,
		   unsigned n)
{
	thread_run_all("perfnav/block", run, members, n);
	return pool->err.code;
}

bool block_pool_next(struct block_pool *pool, uint64_t *block)
{
	if (pool->worker)
		worker_pass(pool->worker);
	if (pool->over)
		return false;
	*block = pool->next++;
	if (*block >= pool->blocks)
		return false;
	if (pool->stop && *pool->stop)
		block_pool_fail(pool, ERR_STOPPED, "stopped");
	return !pool->over;
}

bool block_pool_next_match(struct block_pool *pool, struct eval *eval, uint64_t *block,
			   uint64_t *passed)
{
	uint64_t at = pool->next, end, rows;

	*passed = 0;
	while (at < pool->blocks && at < recording_blocks(pool->recording) &&
	       eval_skips_group(eval, at, &end, &rows) && end <= pool->blocks) {
		/* If another member has taken a block meanwhile, at becomes the block after it. */
		if (!atomic_compare_exchange_strong(&pool->next, &at, end))
			continue;
		*passed += rows;
		at = end;
	}
	return block_pool_next(pool, block);
}

enum block_arrival block_pool_arrival(struct block_pool *pool, uint64_t block)
{
	enum index_state state;

	if (block < recording_blocks(pool->recording))
		return BLOCK_THERE;
	state = recording_state(pool->recording);
	/* The last blocks were published before the state changed. */
	if (state != pool->state || (state != INDEX_BUILDING && state != INDEX_FOLLOWING))
		return block < recording_blocks(pool->recording) ? BLOCK_THERE : BLOCK_NEVER;
	if (pool->stop && *pool->stop)
		block_pool_fail(pool, ERR_STOPPED, "stopped");
	if (pool->over)
		return BLOCK_NEVER;
	return BLOCK_LATER;
}

void block_pool_wait(struct block_pool *pool, uint32_t *heard, unsigned ms)
{
	if (pool->worker)
		worker_pass(pool->worker);
	bell_wait_calmly(heard, ms);
}

int block_pool_fail(struct block_pool *pool, enum err_code code, const char *what)
{
	pthread_mutex_lock(&pool->lock);
	if (!pool->err.code)
		err_set(&pool->err, code, "%s", what);
	pthread_mutex_unlock(&pool->lock);
	pool->over = true;
	bell_ring(BELL_ROWS);
	return code;
}

int block_pool_damaged(struct block_pool *pool)
{
	struct err err = ERR_INIT;

	index_set_damaged(&err);
	return block_pool_fail(pool, err.code, err.msg);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/block_pool.h"

#include "base/bell.h"
#include "base/thread.h"
#include "filter/eval.h"

void block_pool_init(struct block_pool *c, const struct recording *recording,
		     const _Atomic bool *stop)
{
	*c = (struct block_pool){ .recording = recording,
				  .blocks = recording_blocks(recording),
				  .stop = stop };
	err_clear(&c->err);
	pthread_mutex_init(&c->lock, NULL);
}

void block_pool_release(struct block_pool *c)
{
	pthread_mutex_destroy(&c->lock);
}

void block_pool_grow(struct block_pool *c)
{
	struct index_progress progress;

	recording_progress(c->recording, &progress);
	c->blocks = UINT64_MAX;
	c->state = progress.state;
}

unsigned block_pool_size(const struct block_pool *c)
{
	unsigned n = thread_processors(BLOCK_POOL_MAX);

	if (c->blocks < n)
		return c->blocks ? (unsigned)c->blocks : 1;
	return n;
}

int block_pool_run(struct block_pool *c, void *(*run)(void *member), void *const *members,
		   unsigned n)
{
	thread_run_all("perfnav/block", run, members, n);
	return c->err.code;
}

bool block_pool_next(struct block_pool *c, uint64_t *block)
{
	if (c->worker)
		worker_pass(c->worker);
	if (c->over)
		return false;
	*block = c->next++;
	if (*block >= c->blocks)
		return false;
	if (c->stop && *c->stop)
		block_pool_fail(c, ERR_STOPPED, "stopped");
	return !c->over;
}

bool block_pool_next_match(struct block_pool *c, struct eval *eval, uint64_t *block,
			   uint64_t *passed)
{
	uint64_t at = c->next, end, rows;

	*passed = 0;
	while (at < c->blocks && at < recording_blocks(c->recording) &&
	       eval_skips_group(eval, at, &end, &rows) && end <= c->blocks) {
		/* If another member has taken a block meanwhile, at becomes the block after it. */
		if (!atomic_compare_exchange_strong(&c->next, &at, end))
			continue;
		*passed += rows;
		at = end;
	}
	return block_pool_next(c, block);
}

enum block_arrival block_pool_arrival(struct block_pool *c, uint64_t block)
{
	struct index_progress progress;

	if (block < recording_blocks(c->recording))
		return BLOCK_THERE;
	recording_progress(c->recording, &progress);
	/* The last blocks were published before the state changed. */
	if (progress.state != c->state ||
	    (progress.state != INDEX_BUILDING && progress.state != INDEX_FOLLOWING))
		return block < recording_blocks(c->recording) ? BLOCK_THERE : BLOCK_NEVER;
	if (c->stop && *c->stop)
		block_pool_fail(c, ERR_STOPPED, "stopped");
	if (c->over)
		return BLOCK_NEVER;
	return BLOCK_LATER;
}

void block_pool_wait(struct block_pool *c, uint32_t *heard, unsigned ms)
{
	if (c->worker)
		worker_pass(c->worker);
	if (ms)
		bell_wait_for(BELL_ROWS, heard, ms);
	else
		bell_wait(BELL_ROWS, heard);
}

int block_pool_fail(struct block_pool *c, enum err_code code, const char *what)
{
	pthread_mutex_lock(&c->lock);
	if (!c->err.code)
		err_set(&c->err, code, "%s", what);
	pthread_mutex_unlock(&c->lock);
	c->over = true;
	bell_ring(BELL_ROWS);
	return code;
}

int block_pool_damaged(struct block_pool *c)
{
	struct err err = ERR_INIT;

	index_set_damaged(&err);
	return block_pool_fail(c, err.code, err.msg);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/build_pool.h"

static bool run_work(struct build_pool *pool, enum build_work work, unsigned thread)
{
	return pool->run[work] && pool->run[work](pool->arg[work], thread);
}

static bool run_next(struct build_pool *pool, unsigned thread)
{
	return run_work(pool, BUILD_PACK, thread) || run_work(pool, BUILD_SCAN, thread) ||
	       run_work(pool, BUILD_HISTORY, thread);
}

static bool do_work(struct build_pool *pool, unsigned thread)
{
	bool done;

	if (pool->busy >= pool->limit)
		return false;
	pool->busy++;
	done = run_next(pool, thread);
	pool->busy--;
	return done;
}

static void *run_thread(void *arg)
{
	struct build_thread *thread = arg;
	struct build_pool *pool = thread->pool;

	pthread_mutex_lock(&pool->lock);
	while (!pool->closing)
		if (!do_work(pool, thread->number))
			pthread_cond_wait(&pool->work, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

void build_pool_open(struct build_pool *pool, unsigned processors)
{
	unsigned most = processors < BUILD_PROCESSORS ? processors : BUILD_PROCESSORS;
	unsigned n = most > 1 ? 2 * most - 1 : 0;

	*pool = (struct build_pool){ .limit = (int)most - 1 };
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->work, NULL);
	pthread_cond_init(&pool->changed, NULL);
	for (unsigned i = 0; i < n; i++) {
		pool->threads[i] = (struct build_thread){ .pool = pool, .number = i };
		if (!thread_start(&pool->threads[i].thread, "perfnav/work", run_thread,
				  &pool->threads[i]))
			break;
		pool->threads_n++;
	}
}

void build_pool_close(struct build_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->closing = true;
	pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned i = 0; i < pool->threads_n; i++)
		thread_join(&pool->threads[i].thread);
	pthread_mutex_destroy(&pool->lock);
	pthread_cond_destroy(&pool->work);
	pthread_cond_destroy(&pool->changed);
}

void build_pool_set(struct build_pool *pool, enum build_work work,
		    bool (*run)(void *arg, unsigned thread), void *arg)
{
	pthread_mutex_lock(&pool->lock);
	pool->run[work] = run;
	pool->arg[work] = arg;
	if (run)
		pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
}

void build_pool_wake(struct build_pool *pool)
{
	if (pool->busy < pool->limit)
		pthread_cond_signal(&pool->work);
}

void build_pool_notify(struct build_pool *pool)
{
	pthread_cond_signal(&pool->changed);
}

void build_pool_wait(struct build_pool *pool)
{
	if (run_next(pool, pool->threads_n))
		return;
	pool->busy--;
	build_pool_wake(pool);
	pthread_cond_wait(&pool->changed, &pool->lock);
	pool->busy++;
}

void build_pool_pause(struct build_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->busy--;
	build_pool_wake(pool);
	pthread_mutex_unlock(&pool->lock);
}

void build_pool_resume(struct build_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->busy++;
	pthread_mutex_unlock(&pool->lock);
}

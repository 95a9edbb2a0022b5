/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/crew.h"

static bool run_work(struct crew *c, enum crew_work work, unsigned member)
{
	return c->run[work] && c->run[work](c->arg[work], member);
}

static bool do_work(struct crew *c, unsigned member)
{
	bool done;

	if (c->busy >= c->limit)
		return false;
	c->busy++;
	done = run_work(c, CREW_PACK, member) || run_work(c, CREW_SCAN, member);
	c->busy--;
	return done;
}

static void *member_thread(void *arg)
{
	struct crew_member *m = arg;
	struct crew *c = m->crew;

	pthread_mutex_lock(&c->lock);
	while (!c->closing)
		if (!do_work(c, m->number))
			pthread_cond_wait(&c->work, &c->lock);
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

void crew_open(struct crew *c, unsigned processors)
{
	unsigned most = processors < CREW_PROCESSORS ? processors : CREW_PROCESSORS;
	unsigned threads = most > 1 ? 2 * most - 1 : 0;

	*c = (struct crew){ .limit = (int)most - 1 };
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->work, NULL);
	pthread_cond_init(&c->changed, NULL);
	for (unsigned i = 0; i < threads; i++) {
		c->members[i] = (struct crew_member){ .crew = c, .number = i };
		if (!thread_start(&c->members[i].thread, "perfnav/work", member_thread,
				  &c->members[i]))
			break;
		c->threads++;
	}
}

void crew_close(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	c->closing = true;
	pthread_cond_broadcast(&c->work);
	pthread_mutex_unlock(&c->lock);
	for (unsigned i = 0; i < c->threads; i++)
		thread_join(&c->members[i].thread);
	pthread_mutex_destroy(&c->lock);
	pthread_cond_destroy(&c->work);
	pthread_cond_destroy(&c->changed);
}

void crew_set(struct crew *c, enum crew_work work, bool (*run)(void *arg, unsigned member),
	      void *arg)
{
	pthread_mutex_lock(&c->lock);
	c->run[work] = run;
	c->arg[work] = arg;
	if (run)
		pthread_cond_broadcast(&c->work);
	pthread_mutex_unlock(&c->lock);
}

void crew_wake(struct crew *c)
{
	if (c->busy < c->limit)
		pthread_cond_signal(&c->work);
}

void crew_tell(struct crew *c)
{
	pthread_cond_signal(&c->changed);
}

void crew_wait(struct crew *c)
{
	if (run_work(c, CREW_PACK, c->threads))
		return;
	c->busy--;
	crew_wake(c);
	pthread_cond_wait(&c->changed, &c->lock);
	c->busy++;
}

void crew_pause(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	c->busy--;
	crew_wake(c);
	pthread_mutex_unlock(&c->lock);
}

void crew_resume(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	c->busy++;
	pthread_mutex_unlock(&c->lock);
}

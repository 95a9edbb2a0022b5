/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	IDLE_MAX = 4 /* idle threads; further ones end, because starting one costs little */
};

/* A thread of the pool. */
struct pool_thread {
	void *(*run)(void *);
	void *arg;
	const char *name;
	struct thread *user;	  /* NULL: it is idle */
	struct pool_thread *next; /* the next idle one */
	pthread_cond_t called;
};

static struct {
	pthread_mutex_t lock; /* guards the following members, users, and lists of idle threads */
	pthread_cond_t over;
	struct pool_thread *idle; /* the one that became idle last comes first */
	unsigned idle_n;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0 };

/* The nice value of threads, if they have one of their own. */
static int nice_value;
static bool has_nice_value;

void thread_set_nicer(int by)
{
	nice_value = getpriority(PRIO_PROCESS, 0) + by;
	has_nice_value = by;
}

/* Tell that the function has returned. Returns false if there are enough idle threads. */
static bool become_idle(struct pool_thread *self)
{
	self->user->over = true;
	self->user = NULL;
	pthread_cond_broadcast(&pool.over);
	if (pool.idle_n == IDLE_MAX)
		return false;
	self->next = pool.idle;
	pool.idle = self;
	pool.idle_n++;
	return true;
}

static void *serve(void *arg)
{
	struct pool_thread *self = arg;
	const char *name = NULL;

	/* On Linux each thread has a nice value. If it cannot be set, the thread keeps its own. */
	if (has_nice_value)
		setpriority(PRIO_PROCESS, (id_t)gettid(), nice_value);
	pthread_mutex_lock(&pool.lock);
	do {
		while (!self->user)
			pthread_cond_wait(&self->called, &pool.lock);
		pthread_mutex_unlock(&pool.lock);
		if (name != self->name)
			pthread_setname_np(pthread_self(), self->name);
		name = self->name;
		self->run(self->arg);
		pthread_mutex_lock(&pool.lock);
	} while (become_idle(self));
	pthread_mutex_unlock(&pool.lock);
	pthread_cond_destroy(&self->called);
	free(self);
	return NULL;
}

/* Start another thread of the pool with something to run. */
static bool grow(const struct pool_thread *work)
{
	struct pool_thread *p = mem_dup(work, sizeof(*work));
	pthread_attr_t attr;
	pthread_t id;
	int error;

	pthread_cond_init(&p->called, NULL);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	error = pthread_create(&id, &attr, serve, p);
	pthread_attr_destroy(&attr);
	if (error) {
		pthread_cond_destroy(&p->called);
		free(p);
		errno = error;
	}
	return !error;
}

bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg)
{
	struct pool_thread *p;

	thread->over = false;
	pthread_mutex_lock(&pool.lock);
	p = pool.idle;
	if (p) {
		pool.idle = p->next;
		pool.idle_n--;
		p->run = run;
		p->arg = arg;
		p->name = name;
		p->user = thread;
		pthread_cond_signal(&p->called);
	}
	pthread_mutex_unlock(&pool.lock);
	thread->runs =
		p ||
		grow(&(struct pool_thread){ .run = run, .arg = arg, .name = name, .user = thread });
	return thread->runs;
}

void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg)
{
	if (!thread_start(thread, name, run, arg))
		run(arg);
}

void thread_join(struct thread *thread)
{
	if (!thread->runs)
		return;
	pthread_mutex_lock(&pool.lock);
	while (!thread->over)
		pthread_cond_wait(&pool.over, &pool.lock);
	pthread_mutex_unlock(&pool.lock);
	thread->runs = false;
}

void thread_run_all(const char *name, void *(*run)(void *), void *const *args, unsigned n)
{
	struct thread threads[THREAD_ALL_MAX];
	unsigned started = 1;

	while (started < n && thread_start(&threads[started], name, run, args[started]))
		started++;
	run(args[0]);
	for (unsigned i = 1; i < started; i++)
		thread_join(&threads[i]);
}

unsigned thread_processors(unsigned max)
{
	cpu_set_t set;
	unsigned n;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	n = (unsigned)CPU_COUNT(&set);
	return n < 1 ? 1 : n > max ? max : n;
}

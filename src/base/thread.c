/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/thread.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"

/* The nice value of threads, if they have one of their own. */
static int nice_value;
static bool has_nice_value;

struct start {
	void *(*run)(void *);
	void *arg;
};

void thread_set_nicer(int by)
{
	nice_value = getpriority(PRIO_PROCESS, 0) + by;
	has_nice_value = by;
}

/* On Linux each thread has a nice value. If it cannot be set, the thread keeps its caller's. */
static void *run_nicer(void *arg)
{
	struct start start = *(struct start *)arg;

	free(arg);
	setpriority(PRIO_PROCESS, (id_t)gettid(), nice_value);
	return start.run(start.arg);
}

static bool start_nicer(struct thread *thread, void *(*run)(void *), void *arg)
{
	struct start *start = mem_alloc(sizeof(*start));

	*start = (struct start){ run, arg };
	if (!pthread_create(&thread->id, NULL, run_nicer, start))
		return true;
	free(start);
	return false;
}

bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg)
{
	thread->runs = has_nice_value ? start_nicer(thread, run, arg)
				      : !pthread_create(&thread->id, NULL, run, arg);
	if (thread->runs)
		pthread_setname_np(thread->id, name);
	return thread->runs;
}

void thread_start_or_run(struct thread *thread, const char *name, void *(*run)(void *), void *arg)
{
	if (!thread_start(thread, name, run, arg))
		run(arg);
}

void thread_join(struct thread *thread)
{
	if (thread->runs)
		pthread_join(thread->id, NULL);
	thread->runs = false;
}

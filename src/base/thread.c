/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/thread.h"

bool thread_start(struct thread *thread, const char *name, void *(*run)(void *), void *arg)
{
	thread->runs = !pthread_create(&thread->id, NULL, run, arg);
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

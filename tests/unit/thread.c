/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pool of threads. */
#include "base/thread.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bell.h"
#include "tap.h"

enum {
	MANY = 40 /* more than idle threads are kept */
};

static _Atomic unsigned inside;

struct visit {
	struct thread thread;
	pid_t tid;
	char name[16];
};

static void *look(void *arg)
{
	struct visit *visit = arg;

	visit->tid = gettid();
	pthread_getname_np(pthread_self(), visit->name, sizeof(visit->name));
	return NULL;
}

/* Return when as many are here: each of them needs a thread. */
static void *meet(void *arg)
{
	uint32_t heard = 0;

	look(arg);
	atomic_fetch_add(&inside, 1);
	bell_ring(BELL_STATE);
	while (atomic_load(&inside) < MANY)
		bell_wait(BELL_STATE, &heard);
	return NULL;
}

/* The times that threads of the pool were woken up, and their number. Others have no such name. */
static unsigned long woken(unsigned *threads)
{
	DIR *dir = opendir("/proc/self/task");
	unsigned long sum = 0, n;
	char path[300], line[200];
	struct dirent *entry;
	FILE *file;

	*threads = 0;
	while ((entry = readdir(dir))) {
		bool pooled = false;

		snprintf(path, sizeof(path), "/proc/self/task/%s/status", entry->d_name);
		file = entry->d_name[0] == '.' ? NULL : fopen(path, "re");
		while (file && fgets(line, sizeof(line), file)) {
			pooled |= !strncmp(line, "Name:\tpool", 10);
			if (pooled && sscanf(line, "voluntary_ctxt_switches: %lu", &n) == 1)
				sum += n;
		}
		*threads += pooled;
		if (file)
			fclose(file);
	}
	closedir(dir);
	return sum;
}

/* Wait until the threads that are too many have ended, and the others sleep. */
static unsigned long settled(unsigned *threads)
{
	unsigned long before, now = woken(threads);

	do {
		before = now;
		usleep(20000);
		now = woken(threads);
	} while (now != before || *threads > MANY / 2);
	return now;
}

static void *count(void *arg)
{
	atomic_fetch_add((_Atomic unsigned *)arg, 1);
	return NULL;
}

int main(void)
{
	static struct visit many[MANY];
	_Atomic unsigned counts[3] = { 0 };
	void *args[] = { &counts[0], &counts[1], &counts[2] };
	struct visit first = { .tid = 0 }, second = { .tid = 0 };
	unsigned threads, later;
	unsigned long before;

	ok(thread_start(&first.thread, "pool first", look, &first) && first.thread.runs,
	   "a thread");
	thread_join(&first.thread);
	ok(!first.thread.runs && first.tid && first.tid != getpid(), "... that has ended");
	is_str(first.name, "pool first", "... has its name");
	thread_start(&second.thread, "pool second", look, &second);
	thread_join(&second.thread);
	ok(second.tid == first.tid, "the next function runs in the same thread");
	is_str(second.name, "pool second", "... with its own name");
	thread_join(&second.thread);

	for (unsigned i = 0; i < MANY; i++)
		thread_start(&many[i].thread, "pool meet", meet, &many[i]);
	for (unsigned i = 0; i < MANY; i++)
		thread_join(&many[i].thread);
	is_uint(inside, MANY, "functions that wait for one another all get a thread");

	thread_run_all("pool count", count, args, 3);
	ok(counts[0] == 1 && counts[1] == 1 && counts[2] == 1, "all arguments are used once");

	before = settled(&threads);
	usleep(200000);
	ok(woken(&later) == before && later == threads,
	   "%u idle threads do not wake up, and further ones have ended", threads);
	done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * churn - processes that start others and end soon: fork, vfork, exec under another name, exec
 * from a thread that is not the first one, death by signal, orphans.
 *
 * It runs itself by the names "seed", "sapling" and "leaf", which are links to it.
 *
 * usage: churn [GENERATIONS]
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = { "leaf", "sapling", "seed" };

static void work_some(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 2000;

	while (clock() < end)
		;
}

/* Become the next generation; the last generation are leaves. */
static void *become(void *arg)
{
	int generation = *(int *)arg;
	char text[12];
	const char *name = names[generation > 2 ? 2 : generation];

	snprintf(text, sizeof(text), "%d", generation);
	execlp(name, name, text, (char *)NULL);
	perror(name);
	_exit(1);
}

static void child_forked(int generation)
{
	work_some();
	become(&generation);
}

/* The thread takes over the process: its tid becomes the pid. */
static void child_threaded(int generation)
{
	pthread_t thread;

	work_some();
	if (pthread_create(&thread, NULL, become, &generation))
		_exit(1);
	pthread_join(thread, NULL);
}

static void child_killed(int generation)
{
	(void)generation;
	work_some();
	kill(getpid(), SIGKILL);
}

/* The child ends first, so the grandchild gets another parent. */
static void child_orphaned(int generation)
{
	(void)generation;
	if (fork() == 0)
		work_some();
	_exit(0);
}

static void (*const children[])(int generation) = {
	child_forked, child_threaded, child_killed, child_orphaned,
};

static void start_by_vfork(int generation)
{
	pid_t pid = vfork();

	if (pid == 0)
		become(&generation);
}

int main(int argc, char **argv)
{
	int generation = argc > 1 ? atoi(argv[1]) : 2;

	work_some();
	if (generation <= 0)
		return 0;
	for (size_t i = 0; i < sizeof(children) / sizeof(children[0]); i++) {
		pid_t pid = fork();

		if (pid == 0) {
			children[i](generation - 1);
			_exit(1);
		}
	}
	start_by_vfork(generation - 1);
	while (wait(NULL) > 0)
		;
	return 0;
}

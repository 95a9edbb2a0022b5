/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rooms - processes that enter namespaces and control groups of their own.
 *
 * usage: rooms namespaces
 *        rooms cgroups DIRECTORY		(of a mounted cgroup2 hierarchy)
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct room {
	const char *name;
	int flags;
};

static const struct room rooms[] = {
	{ "room-uts",	CLONE_NEWUTS },
	{ "room-ipc",	CLONE_NEWIPC },
	{ "room-net",	CLONE_NEWNET },
	{ "room-mnt",	CLONE_NEWNS },
	{ "room-all",	CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWCGROUP },
};

/* The last one has an escape sequence in its name. */
static const char *const groups[] = { "tea", "tea/green leaf", "coffee", "\033[7mmilk\033[0m" };

static void work_some(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 200;

	while (clock() < end)
		;
}

static int enter_namespaces(const struct room *r)
{
	prctl(PR_SET_NAME, r->name);
	if (unshare(r->flags)) {
		perror(r->name);
		return 1;
	}
	work_some();
	return 0;
}

/* Writing 0 moves the writer. */
static int enter_group(const char *name)
{
	char path[256];
	int fd;

	prctl(PR_SET_NAME, "group-guest");
	snprintf(path, sizeof(path), "%s/cgroup.procs", name);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1) {
		perror(path);
		return 1;
	}
	work_some();
	return 0;
}

static int wait_ok(void)
{
	int status;

	wait(&status);
	return status == 0;
}

static int run_namespaces(void)
{
	int ok = 1;

	for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
		if (fork() == 0)
			_exit(enter_namespaces(&rooms[i]));
		ok &= wait_ok();
	}
	return !ok;
}

static int run_groups(const char *dir)
{
	const int n = sizeof(groups) / sizeof(groups[0]);
	int ok = 1;

	if (chdir(dir)) {
		perror(dir);
		return 1;
	}
	for (int i = 0; i < n; i++) {
		mkdir(groups[i], 0755);
		if (fork() == 0)
			_exit(enter_group(groups[i]));
		ok &= wait_ok();
	}
	for (int i = n - 1; i >= 0; i--)
		rmdir(groups[i]);
	return !ok;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "namespaces") == 0)
		return run_namespaces();
	if (argc == 3 && strcmp(argv[1], "cgroups") == 0)
		return run_groups(argv[2]);
	fprintf(stderr, "usage: rooms namespaces | cgroups DIRECTORY\n");
	return 2;
}

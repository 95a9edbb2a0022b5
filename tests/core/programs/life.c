/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of a process, as tests/core/programs.t knows it. Arguments: the folder of all files. */
#define _GNU_SOURCE /* dlmopen() */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "touch.h"

void second_file(void);

static const char *folder;

static FUNCTION twin(void)
{
	touch(1);
	STAY;
}

FUNCTION plain(void)
{
	touch(2);
	twin();
	second_file(); /* has a twin, too: 3 */
	STAY;
}

__attribute__((always_inline)) static inline void innermost(void)
{
	touch(4);
}

__attribute__((always_inline)) static inline void between(void)
{
	innermost();
}

FUNCTION holder(void)
{
	between();
	STAY;
}

FUNCTION tail_end(void)
{
	touch(5);
	STAY;
}

/* Ends with a jump to it. */
FUNCTION tail_begin(void)
{
	tail_end();
}

FUNCTION outer(void)
{
	tail_begin();
	STAY;
}

/* A library's function is called in a namespace of its own, or in the program's. */
static FUNCTION *call(long space, const char *library, const char *function, int place)
{
	char path[4096];
	void (*p)(int);
	void *handle;

	snprintf(path, sizeof(path), "%s/%s", folder, library);
	handle = dlmopen(space, path, RTLD_NOW);
	if (!handle || !(p = dlsym(handle, function)))
		exit(2);
	p(place);
	return handle;
}

FUNCTION libraries(void)
{
	void *first, *second;

	/* Two mappings of one. */
	first = call(LM_ID_BASE, "both.so", "both", 6);
	second = call(LM_ID_NEWLM, "both.so", "both", 7);
	dlclose(first);
	dlclose(second);
	/* One after the other, so that both can get the same place. */
	dlclose(call(LM_ID_BASE, "red.so", "red", 8));
	dlclose(call(LM_ID_BASE, "tin.so", "tin", 9));
	dlclose(call(LM_ID_BASE, "red.so", "red", 10));
}

FUNCTION in_child(void)
{
	touch(11);
	twin();
	STAY;
}

FUNCTION in_parent(void)
{
	touch(12);
	STAY;
}

int main(int argc, char **argv)
{
	char path[4096];
	int status;
	pid_t child;

	if (argc != 2)
		return 2;
	folder = argv[1];
	make_places();
	prctl(PR_SET_NAME, "early");
	plain();
	holder();
	prctl(PR_SET_NAME, "late");
	outer();
	libraries();
	child = fork();
	if (!child) {
		in_child();
		prctl(PR_SET_NAME, "child");
		/* The child's mappings are not mapped in the parent. */
		call(LM_ID_BASE, "tin.so", "tin", 13);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		return 2;
	in_parent();
	call(LM_ID_BASE, "red.so", "red", 14);
	snprintf(path, sizeof(path), "%s/after", folder);
	execl(path, path, NULL);
	return 2;
}

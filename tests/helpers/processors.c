/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded: the program may use as many processors as PROCESSORS says, however many there are. */
#include <sched.h>
#include <stdlib.h>

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	const char *n = getenv("PROCESSORS");

	(void)pid;
	CPU_ZERO_S(size, set);
	for (int i = 0; n && i < atoi(n); i++)
		CPU_SET_S((size_t)i, size, set);
	return 0;
}

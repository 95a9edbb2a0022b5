/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For VARIANT=coverage: helper processes (base/child.h) write their coverage before they end by
 * _exit() or by a signal. The Makefile gives these names to the linker as --wrap=NAME;
 * tests/helpers/open.c lets them open the file.
 */
#include <gcov.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	WRITING_MS = 2000 /* ms for a helper to write after its last request */
};

#define WRAP(name) __typeof__(name) __wrap_##name, __real_##name

WRAP(_exit);
WRAP(kill);

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
	__builtin_unreachable();
}

/* The helper sees its socket closed, and ends by itself. */
int __wrap_kill(pid_t pid, int signal)
{
	static const struct timespec tick = { .tv_nsec = 1000000 };
	siginfo_t info = { 0 };

	for (int ms = 0; signal == SIGKILL && ms < WRITING_MS && !info.si_pid; ms++) {
		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT))
			break;
		if (!info.si_pid)
			nanosleep(&tick, NULL);
	}
	return __real_kill(pid, signal);
}

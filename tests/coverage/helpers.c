/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For VARIANT=coverage: helper processes (base/child.h) write what they have run. They end by
 * _exit() or by a signal, in a sandbox where no file can be opened. Makefile gives these names
 * to the linker as --wrap=NAME. tests/unit/child, which tests the sandbox, is linked without.
 */
#include <gcov.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	WRITING_MS = 2000 /* that a helper has to write, once nobody asks it any more */
};

#define WRAP(name) __typeof__(name) __wrap_##name, __real_##name

WRAP(_exit);
WRAP(kill);
WRAP(setrlimit64); /* what setrlimit() is with _FILE_OFFSET_BITS=64 */
WRAP(prctl);

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

int __wrap_setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limits)
{
	struct rlimit64 now;

	if ((resource == RLIMIT_FSIZE || resource == RLIMIT_NOFILE) &&
	    !getrlimit64(resource, &now) && limits->rlim_max < now.rlim_max)
		return 0;
	return __real_setrlimit64(resource, limits);
}

int __wrap_prctl(int option, ...)
{
	unsigned long arg[4];
	va_list ap;

	va_start(ap, option);
	for (int i = 0; i < 4; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	if (option == PR_SET_SECCOMP)
		return 0;
	return __real_prctl(option, arg[0], arg[1], arg[2], arg[3]);
}

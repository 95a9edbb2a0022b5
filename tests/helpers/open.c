/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For VARIANT=coverage and memcheck: helper processes (base/child.h) run without the filter of
 * system calls and without limits of files, so that gcov and valgrind can write their data. The
 * Makefile gives these names to the linker as --wrap=NAME. tests/unit/child, which tests the
 * sandbox, is linked without this file.
 */
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#define WRAP(name) __typeof__(name) __wrap_##name, __real_##name

WRAP(setrlimit64); /* what setrlimit() is with _FILE_OFFSET_BITS=64 */
WRAP(prctl);

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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work that calls libraries which are not made for hostile input. The program runs such work in a
 * process that may die. A fuzzer searches faults of the program: so a signal inside such a library
 * ends only this work, and a second free in it is ignored (ASAN_OPTIONS=halt_on_error=0, which
 * passes reports of such calls to foreign_report()).
 */
#ifndef PERFNAV_TESTS_FUZZ_FOREIGN_H
#define PERFNAV_TESTS_FUZZ_FOREIGN_H

#include <dlfcn.h>
#include <execinfo.h>
#include <sanitizer/asan_interface.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#include "fuzz/fuzz.h"

static const int foreign_signals[] = { SIGSEGV, SIGBUS, SIGFPE };

enum {
	FOREIGN_SIGNALS = sizeof(foreign_signals) / sizeof(foreign_signals[0]),
	FOREIGN_FRAMES = 32
};

static struct sigaction foreign_before[FOREIGN_SIGNALS];
static sigjmp_buf foreign_out;
static volatile sig_atomic_t foreign_inside;

static inline bool foreign_library(const char *text)
{
	return strstr(text, "libtraceevent") || strstr(text, "libelf") || strstr(text, "libdw");
}

/* Whose code is at an address: 1 a library's, 0 ours, -1 what both call. */
static inline int foreign_code(const void *pc)
{
	Dl_info info;

	if (!dladdr(pc, &info) || !info.dli_fname)
		return 0;
	if (foreign_library(info.dli_fname))
		return 1;
	/* Of the program only the functions that sanitizers put in place of the library's show. */
	return strstr(info.dli_fname, "libc.so") || info.dli_sname ? -1 : 0;
}

/* Does the fault at pc come of a library? */
static inline bool foreign_fault(const void *pc)
{
	void *frames[FOREIGN_FRAMES];
	int n = backtrace(frames, FOREIGN_FRAMES), i = 0;

	while (i < n && frames[i] != pc)
		i++;
	while (i < n && foreign_code(frames[i]) < 0)
		i++;
	return i < n && foreign_code(frames[i]) > 0;
}

static inline void foreign_signal(int number, siginfo_t *info, void *context)
{
	const ucontext_t *u = context;
#if defined(__x86_64__)
	const void *pc = (const void *)u->uc_mcontext.gregs[REG_RIP];
#else
	const void *pc = (const void *)u->uc_mcontext.pc;
#endif

	if (foreign_inside && foreign_fault(pc))
		siglongjmp(foreign_out, 1);
	for (int i = 0; i < FOREIGN_SIGNALS; i++)
		if (foreign_signals[i] == number && foreign_before[i].sa_sigaction)
			foreign_before[i].sa_sigaction(number, info, context);
	abort();
}

/* Frame 0 is the replacement of a function of libc, frame 1 its caller. */
static inline void foreign_report(const char *report)
{
	const char *caller = strstr(report, "    #1 ");
	char line[300] = "";

	if (caller)
		snprintf(line, sizeof(line), "%.*s", (int)strcspn(caller, "\n"), caller);
	if (!foreign_inside || !foreign_library(line))
		abort();
}

static inline void foreign_start(void)
{
	const struct sigaction action = {
		.sa_sigaction = foreign_signal,
		.sa_flags = SA_SIGINFO | SA_ONSTACK,
	};

	for (int i = 0; i < FOREIGN_SIGNALS; i++)
		sigaction(foreign_signals[i], &action, &foreign_before[i]);
	__asan_set_error_report_callback(foreign_report);
}

/* False: the work did not finish; its memory is lost. */
static inline bool foreign_run(void (*work)(void *arg), void *arg)
{
	static bool started;
	bool done = false;

	if (!started)
		foreign_start();
	started = true;
	if (!sigsetjmp(foreign_out, 1)) {
		foreign_inside = 1;
		work(arg);
		done = true;
	}
	foreign_inside = 0;
	return done;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/clock.h"

enum {
	NS_A_MS = 1000000,
	NS_A_SECOND = 1000000000
};

static int64_t ns_of(clockid_t clock)
{
	struct timespec now = { 0 };

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * NS_A_SECOND + now.tv_nsec;
}

int64_t clock_ns(void)
{
	return ns_of(CLOCK_MONOTONIC);
}

int64_t clock_thread_ns(void)
{
	return ns_of(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_process_ns(void)
{
	return ns_of(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_ms(void)
{
	return clock_ns() / NS_A_MS;
}

struct timespec clock_after(int64_t ms)
{
	int64_t ns = clock_ns() + ms % 1000 * NS_A_MS;

	return (struct timespec){ .tv_sec = (time_t)(ms / 1000 + ns / NS_A_SECOND),
				  .tv_nsec = (long)(ns % NS_A_SECOND) };
}

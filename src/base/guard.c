/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/guard.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	GUARDS = 128
};

struct guard {
	_Atomic uintptr_t start; /* 0: unused */
	_Atomic size_t len;
	_Atomic bool torn;
};

static struct guard guards[GUARDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of beginnings and ends, and of other */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uintptr_t page; /* bytes */
static struct sigaction other;

/* ---- the handler, which may only use what is safe in handlers of signals ---- */

/* Replace the page at an address, and those after it. False: no guard has the address. */
static bool mend(uintptr_t at)
{
	for (int i = 0; i < GUARDS; i++) {
		struct guard *g = &guards[i];
		uintptr_t start = atomic_load(&g->start);
		size_t len = atomic_load(&g->len);

		if (!start || at < start || at - start >= len)
			continue;
		at -= at % page;
		atomic_store(&g->torn, true);
		return mmap((void *)at, start + len - at, PROT_READ,
			    MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
	}
	return false;
}

static void on_bus_error(int sig, siginfo_t *info, void *context)
{
	int before = errno;

	(void)context;
	if (info->si_code > 0 && mend((uintptr_t)info->si_addr)) {
		errno = before;
		return;
	}
	/* A fault happens again when the handler returns; a signal that was sent does not. */
	sigaction(sig, &other, NULL);
	if (info->si_code <= 0)
		raise(sig);
}

static void install(void)
{
	struct sigaction act = { .sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO };

	page = (uintptr_t)sysconf(_SC_PAGESIZE);
	sigaction(SIGBUS, &act, &other);
}

/* ---- guards ---- */

struct guard *guard_begin(void *p, size_t len)
{
	struct guard *g = NULL;

	pthread_once(&once, install);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < GUARDS && !g; i++)
		if (!atomic_load(&guards[i].start))
			g = &guards[i];
	if (g) {
		atomic_store(&g->torn, false);
		atomic_store(&g->len, len);
		atomic_store(&g->start, (uintptr_t)p);
	}
	pthread_mutex_unlock(&lock);
	return g;
}

void guard_end(struct guard *g)
{
	pthread_mutex_lock(&lock);
	atomic_store(&g->start, 0);
	pthread_mutex_unlock(&lock);
}

bool guard_torn(const struct guard *g)
{
	/* The bytes are read before the answer. */
	atomic_thread_fence(memory_order_acquire);
	return atomic_load(&g->torn);
}

void guard_set_other(const struct sigaction *act, struct sigaction *before)
{
	pthread_once(&once, install);
	pthread_mutex_lock(&lock);
	if (before)
		*before = other;
	other = *act;
	pthread_mutex_unlock(&lock);
}

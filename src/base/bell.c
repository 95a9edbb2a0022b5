/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bell.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

static struct {
	_Atomic uint32_t rang;	  /* rings so far, 1 at the beginning */
	_Atomic uint32_t waiting; /* threads that wait */
} bells[BELLS] = { [0 ... BELLS - 1] = { 1, 0 } };

uint32_t bell_heard(enum bell bell)
{
	return atomic_load(&bells[bell].rang);
}

/* until: a time of the monotonic clock, or NULL to wait without limit. */
static void wait_until(enum bell bell, uint32_t *heard, const struct timespec *until)
{
	bool over = false;

	/* From here on a ringing thread sees this one, or the kernel sees that it has rung. */
	atomic_fetch_add(&bells[bell].waiting, 1);
	while (!over && atomic_load(&bells[bell].rang) == *heard)
		over = syscall(SYS_futex, &bells[bell].rang, FUTEX_WAIT_BITSET_PRIVATE, *heard,
			       until, NULL, FUTEX_BITSET_MATCH_ANY) < 0 &&
		       errno == ETIMEDOUT;
	atomic_fetch_sub(&bells[bell].waiting, 1);
	*heard = atomic_load(&bells[bell].rang);
}

void bell_wait(enum bell bell, uint32_t *heard)
{
	wait_until(bell, heard, NULL);
}

void bell_wait_for(enum bell bell, uint32_t *heard, unsigned ms)
{
	struct timespec until = clock_after(ms);

	wait_until(bell, heard, &until);
}

void bell_wait_calmly(uint32_t *heard, unsigned ms)
{
	enum {
		PAUSE_MS = 5
	};
	uint32_t state = bell_heard(BELL_STATE);
	unsigned pause = ms && ms < PAUSE_MS ? ms : PAUSE_MS;

	bell_wait_for(BELL_STATE, &state, pause);
	if (!ms)
		bell_wait(BELL_ROWS, heard);
	else if (ms > pause)
		bell_wait_for(BELL_ROWS, heard, ms - pause);
}

void bell_ring(enum bell bell)
{
	int error = errno;

	for (unsigned i = bell; i < BELLS; i++) {
		atomic_fetch_add(&bells[i].rang, 1);
		if (atomic_load(&bells[i].waiting))
			syscall(SYS_futex, &bells[i].rang, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL,
				0);
	}
	errno = error;
}

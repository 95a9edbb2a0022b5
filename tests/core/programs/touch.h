/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For programs that tests record. The event page-faults makes a sample of each place that is
 * touched for the first time, with the place as addr. So the function of a sample is known without
 * regard to time.
 */
#ifndef TOUCH_H
#define TOUCH_H

#include <sys/mman.h>

#define PLACES 0x200000000000

/* In the function that calls it, which has a frame by then. */
__attribute__((always_inline)) static inline void touch(int place)
{
	__asm__ volatile("" : : "r"(__builtin_frame_address(0)) : "memory");
	((volatile char *)PLACES)[place * 0x1000L] = 1;
}

static inline void make_places(void)
{
	mmap((void *)PLACES, 64 << 12, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
	madvise((void *)PLACES, 64 << 12, MADV_NOHUGEPAGE);
}

#define FUNCTION_ATTRIBUTES __attribute__((noinline, noclone))
#define FUNCTION FUNCTION_ATTRIBUTES void
/* Put this after a call that must not become a jump. */
#define STAY __asm__ volatile("")

#endif

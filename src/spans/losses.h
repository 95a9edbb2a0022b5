/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_LOSSES_H
#define SPANS_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When records of CPUs are missing. A LOST record tells of it when its buffer has room again: what
 * it counts came after the record before it of the same CPU. From THROTTLE to UNTHROTTLE an event
 * has no samples. Records come in the order of time; those that tell no CPU are of one more CPU.
 */
struct losses;

struct losses *losses_open(void);
void losses_close(struct losses *losses);

/* The next record of a CPU, and what it says, if it is one of those. */
enum losses_what {
	LOSSES_NOTHING,
	LOSSES_LOST,
	LOSSES_THROTTLE,
	LOSSES_UNTHROTTLE
};
void losses_take(struct losses *losses, uint32_t cpu, uint64_t time, enum losses_what what);

/* There are no more records. From then on any thread can ask. */
void losses_end(struct losses *losses);

/* Is there any? */
bool losses_any(const struct losses *losses);

/* Can records of a CPU, or of any (LOSSES_ALL), be missing after from and before until? */
#define LOSSES_ALL (UINT32_MAX - 1)
bool losses_between(const struct losses *losses, uint32_t cpu, uint64_t from, uint64_t until);

#endif

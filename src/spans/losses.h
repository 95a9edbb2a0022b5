/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_LOSSES_H
#define SPANS_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Times at which records of a CPU are missing. A LOST record is written when its buffer has room
 * again: the lost records came after the previous record of the same CPU. From THROTTLE to
 * UNTHROTTLE an event has no samples. Records must be added in time order. Records without a CPU
 * count as records of one more CPU. Damaged bytes are a loss of all CPUs.
 */
struct losses;

struct losses *losses_open(void);
void losses_close(struct losses *losses);

/* The loss that a record reports. */
enum losses_what {
	LOSSES_NOTHING,
	LOSSES_LOST,
	LOSSES_THROTTLE,
	LOSSES_UNTHROTTLE
};
/* Add the next record of a CPU. */
void losses_take(struct losses *losses, uint32_t cpu, uint64_t time, enum losses_what what);

/* Add a loss of all CPUs, in any order. */
void losses_add(struct losses *losses, uint64_t from, uint64_t until);

/* All records have been added. After this call, any thread can query the losses. */
void losses_end(struct losses *losses);

/* Are there any losses? */
bool losses_any(const struct losses *losses);

/* Can records of a CPU, or of any CPU (LOSSES_ALL), be missing after `from` and before `until`? */
#define LOSSES_ALL (UINT32_MAX - 1)
bool losses_between(const struct losses *losses, uint32_t cpu, uint64_t from, uint64_t until);

/* Return the time in from..until up to which no records of a CPU, or of any CPU, can be missing. */
uint64_t losses_before(const struct losses *losses, uint32_t cpu, uint64_t from, uint64_t until);

#endif

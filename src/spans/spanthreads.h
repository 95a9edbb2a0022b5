/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANTHREADS_H
#define SPANS_SPANTHREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a pass over spans knows of threads at the time of its row: their exits, the time that they
 * have spent off their CPUs, and, during a span off the CPU, whether a sample contradicts it. All
 * times are ns. The calls must be in time order. For one thread.
 */
struct spanthreads;

struct spanthreads *spanthreads_open(void);
void spanthreads_close(struct spanthreads *threads); /* NULL: nothing to do */

/* The number of a thread: its part of the recording is in the upper bits. */
static inline uint64_t spanthreads_id(size_t part, uint64_t tid)
{
	return (uint64_t)part << 32 | (uint32_t)tid;
}

/* Is it the idle thread of its part? */
static inline bool spanthreads_is_idle(uint64_t thread)
{
	return !(uint32_t)thread;
}

/* A thread exits. Its number can be used by another thread after that. */
void spanthreads_exit(struct spanthreads *threads, uint64_t thread, uint64_t time);

/* Return when a thread first exited at or after a time; 0: it has not. */
uint64_t spanthreads_exit_since(const struct spanthreads *threads, uint64_t thread, uint64_t time);

/* Add the duration of a span off the CPU; return the sum of these durations. */
void spanthreads_add_off(struct spanthreads *threads, uint64_t thread, uint64_t dur);
uint64_t spanthreads_off(const struct spanthreads *threads, uint64_t thread);

/* A span off the CPU. */
struct spanthreads_wait {
	uint64_t span; /* number of its begin */
	uint64_t time; /* of the begin */
	uint32_t cpu;  /* on which the thread was; UINT32_MAX: unknown */
};

/* A thread begins a span off the CPU. */
void spanthreads_leave(struct spanthreads *threads, uint64_t thread,
		       const struct spanthreads_wait *wait);

/* Note a sample of a thread, which is on this CPU (UINT32_MAX: unknown). */
void spanthreads_sample(struct spanthreads *threads, uint64_t thread, uint64_t time, uint32_t cpu);

/*
 * The kernel reports a switch before it switches. Can a sample of a thread after it left its CPU,
 * with which `wait` begins, be of the time before it left? Such a sample does not show that the
 * thread runs again.
 */
bool spanthreads_is_late(const struct spanthreads_wait *wait, uint64_t time, uint32_t cpu);

/*
 * A thread ends the span off the CPU with this number. Returns whether a sample contradicts the
 * span, because the thread ran during it.
 */
bool spanthreads_return(struct spanthreads *threads, uint64_t thread, uint64_t span);

#endif

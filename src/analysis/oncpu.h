/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_ONCPU_H
#define ANALYSIS_ONCPU_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Computes when threads are on a CPU from records in time order: records of threads that come or go
 * (PERF_RECORD_SWITCH, PERF_RECORD_SWITCH_CPU_WIDE, the tracepoint sched:sched_switch), and samples
 * of running threads. Records can be missing. A thread counts as on a CPU from the first record
 * that shows it there until the record of its switch. If another thread is seen on the CPU without
 * such a record, the first thread counts until its own last record. If a sched_switch of a recorded
 * thread is missing although no records were lost, for example because of a filter of the event,
 * others can be missing anywhere: from then on, a thread that only a sample shows on a CPU counts
 * for no longer than that moment. Threads are small numbers chosen by the caller; times are in ns.
 * For one thread.
 */
struct oncpu;

enum {
	ONCPU_CPUS = 1 << 13 /* maximum of a kernel; higher numbers count as no CPU */
};

#define ONCPU_NO_CPU UINT32_MAX
#define ONCPU_NOBODY UINT32_MAX /* a thread without a number */

/*
 * Called for each time that a thread was on a CPU (ONCPU_NO_CPU: unknown), when it has left; until
 * >= from.
 */
typedef void (*oncpu_ran)(void *arg, uint32_t thread, uint32_t cpu, uint64_t from, uint64_t until);

struct oncpu *oncpu_open(oncpu_ran ran, void *arg);
void oncpu_close(struct oncpu *oncpu);

/* Note that a thread starts to run on a CPU, leaves it, or was running on it. */
void oncpu_in(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);
void oncpu_out(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);
void oncpu_seen(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);

/*
 * Records of a CPU are missing (ONCPU_NO_CPU: perhaps of any). Threads that were there until now
 * count until they were last seen.
 */
void oncpu_lost(struct oncpu *oncpu, uint32_t cpu);

/*
 * A sched_switch: the thread with the kernel's number prev leaves the CPU, and the thread with the
 * number next starts to run. next_thread is the caller's number of that thread; ONCPU_NOBODY if the
 * caller does not know it yet and the next record on the CPU will show it.
 */
struct oncpu_switch {
	uint32_t thread, cpu;
	uint64_t prev, next;
	uint32_t next_thread;
	uint64_t time;
};

/*
 * Process a sched_switch. Returns false if the previous one on that CPU had another next thread:
 * then a switch between them is missing, and with it the time when the thread came.
 */
bool oncpu_switched(struct oncpu *oncpu, const struct oncpu_switch *s);

/* Get the time of the last sched_switch on a CPU. Returns false if there was none. */
bool oncpu_last_switch(const struct oncpu *oncpu, uint32_t cpu, uint64_t *time);

/*
 * oncpu_fork(): a thread begins; an exited thread may have had its number. oncpu_exit(): a thread
 * exits. Records of its switches may still follow; if none does, it was on its CPU until now.
 */
void oncpu_fork(struct oncpu *oncpu, uint32_t thread);
void oncpu_exit(struct oncpu *oncpu, uint32_t thread, uint64_t time);

/* Return the thread on a CPU, ONCPU_NOBODY: unknown; whether a thread is on one, or has exited. */
uint32_t oncpu_on(struct oncpu *oncpu, uint32_t cpu);
bool oncpu_is_on(const struct oncpu *oncpu, uint32_t thread);
bool oncpu_exited(const struct oncpu *oncpu, uint32_t thread);

/*
 * For oncpu_ran(): did a switch show when the thread came to the CPU? False: only a later sample
 * shows it there.
 */
bool oncpu_came(const struct oncpu *oncpu, uint32_t thread);

/* End at this time: threads that came and did not go are on their CPUs until then. */
void oncpu_end(struct oncpu *oncpu, uint64_t time);

#endif

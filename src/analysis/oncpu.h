/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_ONCPU_H
#define ANALYSIS_ONCPU_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When threads are on a CPU, by what records tell in the order of time: who comes and who goes
 * (PERF_RECORD_SWITCH, PERF_RECORD_SWITCH_CPU_WIDE, the tracepoint sched:sched_switch), and who was
 * seen there meanwhile (samples). Records can be missing: a thread is on a CPU from when that is
 * first known, until it goes or, where that is not told and another one is seen on its CPU, until
 * it was seen there last. Threads are small numbers of the caller's, times are in ns. One thread's.
 */
struct oncpu;

enum {
	ONCPU_CPUS = 1 << 13 /* as many as a kernel can have; the records of others tell no CPU */
};

#define ONCPU_NO_CPU UINT32_MAX
#define ONCPU_NOBODY UINT32_MAX /* a thread that is none of the caller's */

/* Told of each time that a thread was on a CPU, when it has gone; until is not before from. */
typedef void (*oncpu_ran)(void *arg, uint32_t thread, uint64_t from, uint64_t until);

struct oncpu *oncpu_open(oncpu_ran ran, void *arg);
void oncpu_close(struct oncpu *oncpu);

/* A thread comes; goes; was seen there. */
void oncpu_in(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);
void oncpu_out(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);
void oncpu_seen(struct oncpu *oncpu, uint32_t thread, uint32_t cpu, uint64_t time);

/*
 * What sched_switch tells: a thread, whose number in the kernel is prev, goes, and the one that is
 * next there comes. Which thread that is, its next record on the CPU tells; ONCPU_NOBODY where
 * the caller does not know it yet.
 */
struct oncpu_switch {
	uint32_t thread, cpu;
	uint64_t prev, next;
	uint32_t next_thread;
	uint64_t time;
};

/*
 * False: another thread was next at the switch before on that CPU, so that one between them is
 * missing, and with it when the thread came.
 */
bool oncpu_switched(struct oncpu *oncpu, const struct oncpu_switch *s);

/*
 * A thread ends: it can still be told to go, and also to come; else it was there until now. And
 * one begins, maybe with the number of one that has ended.
 */
void oncpu_fork(struct oncpu *oncpu, uint32_t thread);
void oncpu_exit(struct oncpu *oncpu, uint32_t thread, uint64_t time);

/* Who is on a CPU, ONCPU_NOBODY: not known; has that thread ended? */
uint32_t oncpu_on(struct oncpu *oncpu, uint32_t cpu);
bool oncpu_exited(const struct oncpu *oncpu, uint32_t thread);

/* There are no more records: who came and did not go is there until this time. */
void oncpu_end(struct oncpu *oncpu, uint64_t time);

#endif

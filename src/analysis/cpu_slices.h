/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_CPU_SLICES_H
#define ANALYSIS_CPU_SLICES_H

#include "analysis/thread_timeline.h"
#include "base/vec.h"

/*
 * A time in which a thread was on a CPU, or in which none is known to have been there. Times on a
 * CPU are those of analysis/oncpu.h.
 */
struct cpu_slice {
	uint64_t from, until; /* ns; equal: only the moment is known at which the thread left */
	bool is_break;	      /* no thread is known; the members below are not set */
	uint32_t pid, tid;
	enum thread_timeline_wait left; /* why it left; WAIT_NONE: unknown */
	uint64_t row;			/* of the record with which it left; UINT64_MAX: none */
	bool has_next; /* that record names the kernel's number of the next thread: */
	uint32_t next; /* 0: the idle task */
};

/* The slices of a CPU near a record, in time order, with the breaks between them. */
struct cpu_slices {
	uint32_t cpu; /* ONCPU_NO_CPU: unknown */
	VEC(struct cpu_slice) list;
};

/*
 * Find the slices that touch the times from lo to hi. cpu ONCPU_NO_CPU: on the CPU of a row, or on
 * the one on which its thread then was. Returns false if the recording has no switches, or no time
 * order yet. The switches of the row cost a few ms; a thread that has been on the CPU for a very
 * large number of records counts from one of them.
 */
bool cpu_slices_find(struct cpu_slices *slices, struct reader *reader, const struct row_info *row,
		     uint32_t cpu, uint64_t lo, uint64_t hi);
void cpu_slices_release(struct cpu_slices *slices);

#endif

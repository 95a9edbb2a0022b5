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

enum {
	CPU_SLICES_ROWS = 100000 /* maximum before the row, and after it */
};

/*
 * The slices of a CPU near a record, in time order, with the breaks between them. The list is empty
 * if the CPU has no slice.
 */
struct cpu_slices {
	uint32_t cpu;
	uint64_t lo, hi; /* the times, clipped to the recording and to CPU_SLICES_ROWS */
	bool cut;	 /* CPU_SLICES_ROWS clipped them */
	VEC(struct cpu_slice) list;
};

enum cpu_slices_found {
	CPU_SLICES_FOUND,
	CPU_SLICES_NO_ORDER, /* an index is incomplete or damaged */
	CPU_SLICES_NO_SWITCHES,
	CPU_SLICES_NO_CPU /* that of the row is unknown */
};

/*
 * Find the slices that touch the times from lo to hi, which include the time of a row. cpu
 * ONCPU_NO_CPU: on the CPU of the row, or on the one on which its thread then was. If they are not
 * found, *slices stays as it is. The number of rows read has a limit, so a thread that has been on
 * the CPU for a very large number of records counts from one of them.
 */
enum cpu_slices_found cpu_slices_find(struct cpu_slices *slices, struct reader *reader,
				      const struct row_info *row, uint32_t cpu, uint64_t lo,
				      uint64_t hi);
void cpu_slices_release(struct cpu_slices *slices);

#endif

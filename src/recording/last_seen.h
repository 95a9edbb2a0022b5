/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_LAST_SEEN_H
#define RECORDING_LAST_SEEN_H

#include "base/map.h"
#include "base/vec.h"
#include "wire/index_offsets.h"

/*
 * For the records so far: the time of the last one with a time (neither 0 nor all ones), of the
 * last one of each thread, and of each CPU. Zeroed: no records.
 */
struct last_seen {
	bool has;
	uint64_t time;
	struct map thread, cpu; /* to indexes of times */
	VEC(uint64_t) times;
};

/* The previous record: any, of the same thread, or of the same CPU. */
enum gap_of {
	GAP_ALL,
	GAP_THREAD,
	GAP_CPU,
	GAPS,
	GAPS_ALL = (1 << GAPS) - 1
};

void last_seen_release(struct last_seen *last_seen);
struct last_seen last_seen_copy(const struct last_seen *last_seen);
size_t last_seen_bytes(const struct last_seen *last_seen);

/* ns since the previous record, negative if that was later; has: bits 1 << enum gap_of. */
struct gap_values {
	int64_t ns[GAPS];
	unsigned has;
};

/*
 * Add the next record that has a time, and return its gaps. The offsets show whether it has a
 * thread and a CPU.
 */
struct gap_values last_seen_pass(struct last_seen *last_seen, const struct index_offsets *offsets,
				 uint32_t tid, uint64_t cpu, uint64_t time);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_GAPS_H
#define RECORDING_GAPS_H

#include "recording/last_seen.h"
#include "recording/recording.h"

/*
 * The time since the previous record: of any record with a time, of the same thread, of the same
 * CPU. Previous refers to the time order, because a thread moves between CPUs, and the file has the
 * buffers of the CPUs one after the other. It refers to the file order while an index is
 * incomplete, and if more than GAPS_OVERLAP blocks overlap in time. The state that the computation
 * needs is kept at some places, so that any block can be requested. For one thread.
 *
 * Memory: up to 8 MiB for the kept states, and 64 KiB per kind of gap for each block whose values
 * are available. Values are available for a few more blocks than those that overlap. The blocks
 * themselves are in memory while the walk is in them.
 */
enum {
	GAPS_OVERLAP = 64
};

struct gaps;

/* kinds: bits 1 << enum gap_of of the kinds that will be requested. */
struct gaps *gaps_open(const struct recording *recording, unsigned kinds);
void gaps_close(struct gaps *gaps);

/* Let gaps_get() return false when *stop is true and the answer would take long; NULL: never. */
void gaps_stop_at(struct gaps *gaps, const _Atomic bool *stop);

/* Has the time order become known since the last call? Then earlier answers may be outdated. */
bool gaps_revised(struct gaps *gaps);

/*
 * Set *gap to the time in ns from the previous record to row i of a block. It is negative if the
 * previous record has a later time, which occurs in file order. Returns false if the row has no
 * time, no thread or no CPU, or no record precedes it.
 */
bool gaps_get(struct gaps *gaps, uint64_t block, uint32_t i, enum gap_of of, int64_t *gap);

/*
 * For callers that must not wait: continue the computation up to a block, for at most this number
 * of ns. Returns true if gaps_get() of the block is now fast. Otherwise call gaps_come() again.
 */
bool gaps_come(struct gaps *gaps, uint64_t block, int64_t ns);

#endif

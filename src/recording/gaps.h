/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_GAPS_H
#define RECORDING_GAPS_H

#include "recording/moments.h"
#include "recording/recording.h"

/*
 * Times since the record before: the last one that has a time, the last one of the same thread,
 * of the same CPU. Before means in the order of time, for a thread goes from one CPU to another,
 * and the file has what one CPU's buffer held, and then what that of the next did. Until the index
 * is complete, and where more than GAPS_OVERLAP blocks lie over one another in time, it means in
 * the order of the file. What is needed of the rows before is kept at some places, so that any
 * block can be asked about. For one thread.
 *
 * Memory: up to 8 MiB for what is kept, and 64 KiB a kind for each block whose values are at hand,
 * which are few more than lie over one another, besides those blocks while the walk is in them.
 */
enum {
	GAPS_OVERLAP = 64
};

struct gaps;

/* kinds: bits 1 << enum gap_of of those that will be asked for. */
struct gaps *gaps_open(const struct recording *recording, unsigned kinds);
void gaps_close(struct gaps *gaps);

/* Let gaps_get() answer false where it takes long and *stop is true; NULL: nobody stops it. */
void gaps_stop_at(struct gaps *gaps, const _Atomic bool *stop);

/* The order of time is known since the last call: what was got before may be other by now. */
bool gaps_revised(struct gaps *gaps);

/*
 * ns since the record before, of row i of a block; below 0 where that was later, as it can be in
 * the order of the file. False: it has no time, no thread, no CPU, or none is before it.
 */
bool gaps_get(struct gaps *gaps, uint64_t block, uint32_t i, enum gap_of of, int64_t *gap);

/*
 * For those who may not wait: go towards a block for at most so many ns. True: gaps_get() of
 * it costs nothing now; false: call again.
 */
bool gaps_come(struct gaps *gaps, uint64_t block, int64_t ns);

#endif

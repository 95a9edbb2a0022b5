/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_GAPS_H
#define RECORDING_GAPS_H

#include "recording/recording.h"

/*
 * Times between records, in the order of the file: from the record before that has a
 * time (neither 0 nor all ones), from the one of the same thread, of the same CPU. What is
 * needed of the blocks before one is kept at some of them, so that any block can be asked
 * about. For one thread.
 */
enum gap_of {
	GAP_ALL,
	GAP_THREAD,
	GAP_CPU,
	GAPS
};

struct gaps;

struct gaps *gaps_open(const struct recording *recording);
void gaps_close(struct gaps *gaps);

/*
 * ns since the record before, of row i of a block; below 0 where that was later. False: it has
 * no time, no thread, no CPU, or none is before it.
 */
bool gaps_get(struct gaps *gaps, uint64_t block, uint32_t i, enum gap_of of, int64_t *gap);

/*
 * For those who may not wait: go towards a block for at most so many ns. True: gaps_get() of
 * it costs nothing now; false: call again.
 */
bool gaps_come(struct gaps *gaps, uint64_t block, int64_t ns);

#endif

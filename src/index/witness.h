/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WITNESS_H
#define INDEX_WITNESS_H

#include "index/index.h"

/*
 * A number computed from facts that both the index and the record of a row have: type, misc, size,
 * pid, tid, CPU and time. The witnesses of a row and of its record are equal. If they differ, the
 * record was overwritten after the index was built, or the index belongs to another recording. It
 * takes a few nanoseconds.
 */
struct witness_facts {
	uint64_t size, time;
	uint32_t pid, tid, cpu;
};

static inline uint64_t witness_of(const struct kind_entry *kind, const struct witness_facts *facts)
{
	uint64_t head = kind->type ^ (uint64_t)kind->misc << 32 ^ facts->size << 48;
	uint64_t task = facts->pid ^ (uint64_t)facts->tid << 32;

	return (head * 0x9e3779b97f4a7c15u ^ task) * 0xc2b2ae3d27d4eb4fu ^
	       (facts->time + (uint64_t)facts->cpu) * 0x165667b19e3779f9u;
}

/*
 * Compute the witness of len bytes at the place of a record that has this kind in the index. big:
 * byte order.
 */
uint64_t witness_of_bytes(const struct kind *kind, bool big, const uint8_t *p, size_t len);

/*
 * Compare a record of each block with its row. Returns true if they agree, for example if only the
 * owner, the mode or a name of the recording has changed.
 */
bool witness_blocks(const struct index *index);

/* Compare about this number of rows of all blocks, and at least one row of each block. */
bool witness_rows(const struct index *index, uint64_t rows);

#endif

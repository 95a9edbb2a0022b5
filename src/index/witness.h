/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WITNESS_H
#define INDEX_WITNESS_H

#include "index/index.h"

/*
 * A number made of what the index has of a row and its record has, too: type, misc, size, pid, tid,
 * CPU and time. The witnesses of a row and of its record are equal; where they differ, the record
 * was overwritten after the index was made, or the index is of another recording. It takes a few
 * nanoseconds.
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

/* Of len bytes at the place of a record that the index has as of this kind; big: byte order. */
uint64_t witness_of_bytes(const struct kind *kind, bool big, const uint8_t *p, size_t len);

/*
 * Compare a record of each block with its row. True: they agree, as they do where nothing but the
 * owner, the mode or a name of the recording has changed.
 */
bool witness_blocks(const struct index *index);

/* The same with about rows of all blocks, and at least one of each. */
bool witness_rows(const struct index *index, uint64_t rows);

#endif

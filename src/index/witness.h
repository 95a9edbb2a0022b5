/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WITNESS_H
#define INDEX_WITNESS_H

#include <string.h>

#include "index/index.h"

/*
 * Facts that both the index and the record of a row have, besides its type and misc. If they
 * differ, the record was overwritten after the index was built, or the index belongs to another
 * recording. Comparing them takes a few nanoseconds.
 */
struct witness_facts {
	uint64_t size, time;
	uint32_t pid, tid, cpu;
};

/* Does a record of len bytes have this 32-bit number? True if its kind lacks the number. */
static inline bool witness_number_is(const struct kind *kind, bool big, enum index_field field,
				     uint32_t number, const uint8_t *p, size_t len)
{
	return !index_offsets_has(&kind->offsets, field) ||
	       load_u32(index_offsets_ptr(&kind->offsets, field, p, len), big) == number;
}

/*
 * Do len bytes, at the place of a record that has this kind in the index, agree with the row's
 * facts? big: byte order.
 */
static inline bool witness_agrees(const struct kind *kind, bool big,
				  const struct witness_facts *facts, const uint8_t *p, size_t len)
{
	const struct index_offsets *offsets = &kind->offsets;

	return len >= RECORD_HEADER_SIZE && len >= offsets->min &&
	       load_u32(p, big) == kind->entry.type && load_u16(p + 4, big) == kind->entry.misc &&
	       load_u16(p + 6, big) == (uint16_t)facts->size &&
	       (!index_offsets_has(offsets, INDEX_FIELD_TIME) ||
		load_u64(index_offsets_ptr(offsets, INDEX_FIELD_TIME, p, len), big) ==
			facts->time) &&
	       witness_number_is(kind, big, INDEX_FIELD_PID, facts->pid, p, len) &&
	       witness_number_is(kind, big, INDEX_FIELD_TID, facts->tid, p, len) &&
	       witness_number_is(kind, big, INDEX_FIELD_CPU, facts->cpu, p, len);
}

/* Where a record has a number. */
struct witness_place {
	size_t at;
	uint64_t mask; /* 0: the record lacks the number, which is then 0 */
};

/*
 * The bytes that records of one kind, task and size have in common, computed once for many records.
 * Comparing these bytes is faster.
 */
struct witness_pattern {
	/* false: no record of this size fits, or its tid does not follow its pid */
	bool fits;
	size_t size;
	uint64_t head, task; /* type, misc and size, and pid and tid, as they are in the bytes */
	struct witness_place task_at, time_at, cpu_at;
};

/* facts: time and cpu are not used. */
void witness_pattern_set(struct witness_pattern *pattern, const struct kind *kind, bool big,
			 const struct witness_facts *facts);

/* Do the bytes of a record of the pattern's size fit, and do they have this time and this CPU? */
static inline bool witness_fits(const struct witness_pattern *w, bool big, uint64_t time,
				uint32_t cpu, const uint8_t *p)
{
	uint64_t head, task;

	memcpy(&head, p, sizeof(head));
	memcpy(&task, p + w->task_at.at, sizeof(task));
	return head == w->head && (task & w->task_at.mask) == w->task &&
	       (load_u64(p + w->time_at.at, big) & w->time_at.mask) == time &&
	       (load_u32(p + w->cpu_at.at, big) & w->cpu_at.mask) == cpu;
}

/*
 * Compare a record of each block with its row. Returns true if they agree, for example if only the
 * owner, the mode or a name of the recording has changed.
 */
bool witness_blocks(const struct index *index);

/* Compare about this number of rows of all blocks, and at least one row of each block. */
bool witness_rows(const struct index *index, uint64_t rows);

#endif

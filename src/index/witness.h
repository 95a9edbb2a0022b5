/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_WITNESS_H
#define INDEX_WITNESS_H

#include <string.h>

#include "index/index.h"

/*
 * A number computed from facts that both the index and the record of a row have: type, misc, size,
 * pid, tid, CPU and time. The witnesses of a row and of its record are equal. If they differ, the
 * record was overwritten after the index was built, or the index belongs to another recording.
 * Computing a witness takes a few nanoseconds.
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

/* A number of the record's bytes; 0: the kind does not have it. */
static inline uint64_t witness_number(const struct kind *kind, bool big, enum index_field field,
				      const uint8_t *p, size_t len)
{
	if (!plan_has(&kind->plan, field))
		return 0;
	p = plan_ptr(&kind->plan, field, p, len);
	return field == INDEX_FIELD_TIME ? load_u64(p, big) : load_u32(p, big);
}

/*
 * Compute the witness of len bytes at the place of a record that has this kind in the index. big:
 * byte order.
 */
static inline uint64_t witness_of_bytes(const struct kind *kind, bool big, const uint8_t *p,
					size_t len)
{
	struct kind_entry entry;
	struct witness_facts facts;

	if (len < RECORD_HEADER_SIZE || len < kind->plan.min)
		return 0;
	entry = (struct kind_entry){ .type = load_u32(p, big), .misc = load_u16(p + 4, big) };
	facts = (struct witness_facts){
		.size = load_u16(p + 6, big),
		.time = witness_number(kind, big, INDEX_FIELD_TIME, p, len),
		.pid = (uint32_t)witness_number(kind, big, INDEX_FIELD_PID, p, len),
		.tid = (uint32_t)witness_number(kind, big, INDEX_FIELD_TID, p, len),
		.cpu = (uint32_t)witness_number(kind, big, INDEX_FIELD_CPU, p, len),
	};
	return witness_of(&entry, &facts);
}

/* Where a record has a number. */
struct witness_place {
	size_t at;
	uint64_t mask; /* 0: the record lacks the number, which is then 0 */
};

/*
 * The bytes that records of one kind, task and size have in common, computed once for many records.
 * Comparing these bytes is stricter than comparing witnesses, and faster.
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/last_seen.h"

void last_seen_release(struct last_seen *m)
{
	map_release(&m->thread);
	map_release(&m->cpu);
	vec_release(&m->times);
}

struct last_seen last_seen_copy(const struct last_seen *m)
{
	struct last_seen copy = { .has = m->has, .time = m->time };

	copy.thread = map_copy(&m->thread);
	copy.cpu = map_copy(&m->cpu);
	for (size_t i = 0; i < m->times.n; i++)
		vec_push(&copy.times, m->times.v[i]);
	return copy;
}

size_t last_seen_bytes(const struct last_seen *m)
{
	return map_memory(&m->thread) + map_memory(&m->cpu) + m->times.cap * sizeof(uint64_t);
}

static void set(struct gap_values *gap, enum gap_of of, uint64_t before, uint64_t time)
{
	gap->ns[of] = (int64_t)(time - before);
	gap->has |= 1u << of;
}

static void pass(struct last_seen *m, enum gap_of of, uint64_t key, uint64_t time,
		 struct gap_values *gap)
{
	bool fresh;
	uint32_t *at = map_put(of == GAP_THREAD ? &m->thread : &m->cpu, key, &fresh);

	if (fresh) {
		*at = (uint32_t)m->times.n;
		vec_push(&m->times, time);
		return;
	}
	set(gap, of, m->times.v[*at], time);
	m->times.v[*at] = time;
}

struct gap_values last_seen_pass(struct last_seen *m, const struct index_offsets *offsets,
				 uint32_t tid, uint64_t cpu, uint64_t time)
{
	struct gap_values gap = { .has = 0 };

	if (m->has)
		set(&gap, GAP_ALL, m->time, time);
	m->has = true;
	m->time = time;
	if (index_offsets_has(offsets, INDEX_FIELD_TID))
		pass(m, GAP_THREAD, tid, time, &gap);
	if (index_offsets_has(offsets, INDEX_FIELD_CPU))
		pass(m, GAP_CPU, cpu, time, &gap);
	return gap;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/gaps.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/map.h"

enum {
	MARKS_MAX = 64,	      /* blocks at which the state is kept, evenly spaced */
	MARKS_BYTES = 8 << 20 /* of their states together: fewer of them then */
};

/* The last times before a row. */
struct moments {
	bool has;
	uint64_t time;
	struct map thread, cpu; /* to a number in times */
	VEC(uint64_t) times;
};

struct mark {
	uint64_t block;
	struct moments moments; /* before it */
};

struct gaps {
	const struct recording *recording;
	struct moments now; /* before block next */
	uint64_t next;
	VEC(struct mark) marks; /* by block */
	uint64_t step;
	uint64_t block; /* that gap is of, UINT64_MAX none */
	int64_t *gap[GAPS];
	uint64_t *has[GAPS]; /* bits */
};

struct gaps *gaps_open(const struct recording *recording)
{
	struct gaps *g = mem_zalloc(sizeof(*g));

	g->recording = recording;
	g->step = 16;
	g->block = UINT64_MAX;
	for (int i = 0; i < GAPS; i++) {
		g->gap[i] = mem_alloc(BLOCK_ROWS * sizeof(int64_t));
		g->has[i] = mem_alloc(BLOCK_ROWS / 8);
	}
	return g;
}

static void moments_release(struct moments *m)
{
	map_release(&m->thread);
	map_release(&m->cpu);
	vec_release(&m->times);
}

void gaps_close(struct gaps *g)
{
	if (!g)
		return;
	moments_release(&g->now);
	for (size_t i = 0; i < g->marks.n; i++)
		moments_release(&g->marks.v[i].moments);
	vec_release(&g->marks);
	for (int i = 0; i < GAPS; i++) {
		free(g->gap[i]);
		free(g->has[i]);
	}
	free(g);
}

static struct map copy_map(const struct map *map)
{
	struct map copy = *map;

	if (map->slots)
		copy.slots = mem_dup(map->slots, (map->mask + 1) * sizeof(*map->slots));
	return copy;
}

static struct moments copy_moments(const struct moments *m)
{
	struct moments copy = { .has = m->has, .time = m->time };

	copy.thread = copy_map(&m->thread);
	copy.cpu = copy_map(&m->cpu);
	for (size_t i = 0; i < m->times.n; i++)
		vec_push(&copy.times, m->times.v[i]);
	return copy;
}

static size_t moments_bytes(const struct moments *m)
{
	size_t slots =
		(m->thread.slots ? m->thread.mask + 1 : 0) + (m->cpu.slots ? m->cpu.mask + 1 : 0);

	return slots * sizeof(struct map_slot) + m->times.cap * sizeof(uint64_t);
}

/* Every other mark goes, and later ones are further apart. */
static void thin_marks(struct gaps *g)
{
	size_t kept = 0;

	for (size_t i = 0; i < g->marks.n; i++) {
		if (i % 2 == 0)
			g->marks.v[kept++] = g->marks.v[i];
		else
			moments_release(&g->marks.v[i].moments);
	}
	g->marks.n = kept;
	g->step *= 2;
}

static void keep_mark(struct gaps *g)
{
	size_t most = MARKS_BYTES / (moments_bytes(&g->now) + 1);
	struct mark *mark;

	if (g->marks.n && g->next < g->marks.v[g->marks.n - 1].block + g->step)
		return;
	most = most < 2 ? 2 : most < MARKS_MAX ? most : MARKS_MAX;
	while (g->marks.n >= most)
		thin_marks(g);
	if (g->marks.n && g->next < g->marks.v[g->marks.n - 1].block + g->step)
		return;
	mark = vec_add(&g->marks);
	mark->block = g->next;
	mark->moments = copy_moments(&g->now);
}

static void set_gap(struct gaps *g, enum gap_of of, uint32_t i, uint64_t before, uint64_t time)
{
	g->gap[of][i] = (int64_t)(time - before);
	g->has[of][i / 64] |= 1ull << i % 64;
}

static void pass(struct gaps *g, enum gap_of of, uint32_t i, uint64_t key, uint64_t time)
{
	struct moments *m = &g->now;
	bool fresh;
	uint32_t *at = map_put(of == GAP_THREAD ? &m->thread : &m->cpu, key, &fresh);

	if (fresh) {
		*at = (uint32_t)m->times.n;
		vec_push(&m->times, time);
		return;
	}
	set_gap(g, of, i, m->times.v[*at], time);
	m->times.v[*at] = time;
}

static void pass_row(struct gaps *g, const struct plan *plan, uint32_t i, uint32_t tid,
		     uint64_t cpu, uint64_t time)
{
	struct moments *m = &g->now;

	if (m->has)
		set_gap(g, GAP_ALL, i, m->time, time);
	m->has = true;
	m->time = time;
	if (plan_has(plan, TAP_TID))
		pass(g, GAP_THREAD, i, tid, time);
	if (plan_has(plan, TAP_CPU))
		pass(g, GAP_CPU, i, cpu, time);
}

/* Go over block next; false: it is damaged. */
static bool pass_block(struct gaps *g)
{
	const uint64_t *kinds, *threads, *cpus, *times;
	const struct index *index;
	struct block block;
	uint64_t local;

	index = recording_index(g->recording,
				recording_part_of_block(g->recording, g->next, &local));
	if (!index_load(index, local, &block))
		return false;
	keep_mark(g);
	for (int k = 0; k < GAPS; k++)
		memset(g->has[k], 0, BLOCK_ROWS / 8);
	kinds = block_column(&block, COL_KIND);
	threads = block_column(&block, COL_THREAD);
	cpus = block_column(&block, COL_CPU);
	times = block_column(&block, COL_TIME);
	for (uint32_t i = 0; i < block.desc.rows; i++) {
		const struct kind *kind = index_kind(index, kinds[i]);

		if (kind && times[i] && times[i] != UINT64_MAX && plan_has(&kind->plan, TAP_TIME))
			pass_row(g, &kind->plan, i, index_thread(index, threads[i])->tid, cpus[i],
				 times[i]);
	}
	block_close(&block);
	g->block = g->next++;
	return true;
}

/* Go to the last mark at or before a block. */
static void go_to_mark(struct gaps *g, uint64_t block)
{
	size_t i = g->marks.n;

	while (i && g->marks.v[i - 1].block > block)
		i--;
	moments_release(&g->now);
	if (i) {
		g->now = copy_moments(&g->marks.v[i - 1].moments);
		g->next = g->marks.v[i - 1].block;
	} else {
		g->now = (struct moments){ 0 };
		g->next = 0;
	}
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

bool gaps_come(struct gaps *g, uint64_t block, int64_t ns)
{
	int64_t end = now_ns() + ns;

	if (g->block == block)
		return true;
	if (g->next > block)
		go_to_mark(g, block);
	while (g->next <= block) {
		if (!pass_block(g))
			return true;
		if (g->next <= block && now_ns() >= end)
			return false;
	}
	return true;
}

bool gaps_get(struct gaps *g, uint64_t block, uint32_t i, enum gap_of of, int64_t *gap)
{
	gaps_come(g, block, INT64_MAX / 2);
	if (g->block != block)
		return false;
	*gap = g->gap[of][i];
	return g->has[of][i / 64] >> i % 64 & 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/map_process.h"

#include <stdlib.h>
#include <string.h>

#include "base/search.h"
#include "file/spill_array.h"
#include "index/shift.h"

/* A life of a process number. Mappings made before it belong to another process. */
struct map_life {
	struct maps_moment when;
	uint32_t from;	 /* regions that were made before it */
	uint32_t parent; /* of a fork that inherits mappings; else the own number */
};

/* ---- reading ---- */

/* Entries of one id that are read from the tables. */
struct entry_reading {
	struct map_entries *from;
	const struct maps_source *source;
	struct spill_array entries; /* struct state_entry */
	size_t n;
};

/* The moment from which on an entry counts, in rows and times of the recording. */
static struct maps_moment moment_of(const struct map_entries *entries,
				    const struct maps_source *source, const struct state_entry *e)
{
	uint64_t time = shift_time(e->at.time, source->shift);

	if (time < source->since)
		time = source->since;
	return (struct maps_moment){ entries->timed ? time : 0, e->at.row + source->first_row };
}

static void take_entry(void *arg, const void *entry)
{
	struct entry_reading *r = arg;
	size_t size = r->n * sizeof(struct state_entry);
	struct maps_moment moment;
	struct state_entry *e;

	if (((const struct state_entry *)entry)->at.row >= r->source->rows) {
		r->from->left_out = true;
		return;
	}
	if (size + sizeof(*e) > r->entries.size)
		spill_array_resize(&r->entries, size + size / 2 + 16 * sizeof(*e),
				   r->from->spool_dir);
	e = (struct state_entry *)r->entries.p + r->n++;
	memcpy(e, entry, sizeof(*e));
	moment = moment_of(r->from, r->source, e);
	e->at.time = moment.time;
	e->at.row = moment.row;
}

static int by_moment(const void *pa, const void *pb)
{
	const struct state_entry *a = pa, *b = pb;

	return maps_compare((struct maps_moment){ a->at.time, a->at.row },
			    (struct maps_moment){ b->at.time, b->at.row });
}

/* Are the entries in order, as those of a complete index are? */
static bool in_order(const struct state_entry *entries, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (by_moment(&entries[i - 1], &entries[i]) > 0)
			return false;
	return true;
}

static bool is_kernel(uint32_t id)
{
	return id >> STATE_NUMBER_BITS >= STATE_OF_GUEST_KERNEL;
}

static void add_region(struct map_process *p, const struct state_entry *e)
{
	struct region region = {
		.start = e->start,
		.end = e->end,
		.time = e->at.time,
		.row = e->at.row | (e->at.what == STATE_UNMAP ? MAP_GONE : 0),
	};

	/* perf writes this if it may not know where the kernel is. */
	if (is_kernel(p->id) && !region.start && !region.end)
		region.end = UINT64_MAX;
	p->is_known |= space_add(&p->space, &region);
}

static void add_life(struct map_process *p, const struct state_entry *e)
{
	struct map_life life = {
		.when = { e->at.time, e->at.row },
		.from = p->space.n,
		.parent = p->id,
	};

	if (e->at.what == STATE_FORK && !e->end)
		life.parent = (uint32_t)e->start;
	/*
	 * perf writes a fork for each process that exists; the mappings of such a process follow.
	 */
	p->is_known = p->is_known || life.parent != p->id;
	vec_push(&p->lives, life);
}

static void apply_entry(struct map_process *p, const struct state_entry *e)
{
	switch (e->at.what) {
	case STATE_MAP:
	case STATE_UNMAP:
		add_region(p, e);
		break;
	case STATE_FORK:
	case STATE_THREAD: /* from then on a thread has the number */
	case STATE_EXEC:
		add_life(p, e);
		break;
	default: /* an exit changes nothing: records can follow it */
		break;
	}
}

void map_process_read(struct map_process *p, struct map_entries *entries, uint32_t id)
{
	struct entry_reading r = { .from = entries };

	p->id = id;
	space_init(&p->space, entries->spool_dir);
	for (size_t i = 0; i < entries->sources.n; i++) {
		r.source = &entries->sources.v[i];
		history_each(r.source->states, id, take_entry, &r);
	}
	if (!in_order(r.entries.p, r.n))
		qsort(r.entries.p, r.n, sizeof(struct state_entry), by_moment);
	for (size_t i = 0; i < r.n; i++)
		apply_entry(p, (const struct state_entry *)r.entries.p + i);
	spill_array_release(&r.entries);
}

void map_process_release(struct map_process *p)
{
	space_release(&p->space);
	vec_release(&p->lives);
}

size_t map_process_heap(const struct map_process *p)
{
	return space_heap(&p->space) + p->lives.cap * sizeof(*p->lives.v);
}

/* ---- a moment ---- */

static struct maps_moment made_when(const struct map_process *p, uint32_t number)
{
	const struct region *region = space_region(&p->space, number);

	return (struct maps_moment){ region->time, region->row & ~MAP_GONE };
}

static bool made_until(const struct map_process *p, uint32_t number, struct maps_moment moment)
{
	return maps_compare(made_when(p, number), moment) <= 0;
}

/* The number of regions made until a moment, which is often that of the last question. */
static uint32_t regions_until(struct map_process *p, struct maps_moment moment)
{
	uint32_t first = 0, end = p->space.n, last = p->last;

	if (last && last <= end && made_until(p, last - 1, moment)) {
		if (last == end || !made_until(p, last, moment))
			return last;
		first = last;
	}
	p->last = (uint32_t)search_first(first, end, i, made_until(p, (uint32_t)i, moment));
	return p->last;
}

/* The life of a number at a moment. NULL: the first life, which no entry begins. */
static const struct map_life *life_at(const struct map_process *p, struct maps_moment moment)
{
	size_t end = search_first(0, p->lives.n, i, maps_compare(p->lives.v[i].when, moment) <= 0);

	return end ? &p->lives.v[end - 1] : NULL;
}

struct map_regions map_process_regions(struct map_process *p, struct maps_moment moment)
{
	const struct map_life *life = life_at(p, moment);

	return (struct map_regions){ life ? life->from : 0, regions_until(p, moment) };
}

static void later_of(struct maps_moment *a, struct maps_moment b)
{
	if (maps_compare(*a, b) < 0)
		*a = b;
}

void map_process_span(const struct map_process *p, struct maps_moment moment, uint32_t end,
		      struct maps_span *span)
{
	const struct map_life *life = life_at(p, moment), *next = life ? life + 1 : p->lives.v;

	span->since = (struct maps_moment){ 0, 0 };
	span->until = (struct maps_moment){ UINT64_MAX, UINT64_MAX };
	if (life)
		span->since = life->when;
	if (p->lives.n && next < p->lives.v + p->lives.n)
		span->until = next->when;
	if (end)
		later_of(&span->since, made_when(p, end - 1));
	if (end < p->space.n && maps_compare(made_when(p, end), span->until) < 0)
		span->until = made_when(p, end);
}

bool map_process_parent(const struct map_process *p, uint32_t *id, struct maps_moment *moment)
{
	const struct map_life *life = life_at(p, *moment);

	if (!life || life->parent == p->id)
		return false;
	*id = life->parent;
	*moment = life->when;
	return true;
}

/* ---- processes without mappings of their own ---- */

bool map_process_is_bare(const struct map_process *p, struct shortcut *way)
{
	const struct map_life *life = p->lives.v;

	if (p->space.n || p->lives.n != 1 || life->parent == p->id)
		return false;
	*way = (struct shortcut){ p->id, life->parent, 1, life->when, life->when };
	return true;
}

/* The entries of a process that may be only a fork. */
struct fork_search {
	struct state_entry fork;
	unsigned forks, others;
};

static void search_forks(void *arg, const void *entry)
{
	const struct state_entry *e = entry;
	struct fork_search *g = arg;

	switch (e->at.what) {
	case STATE_FORK:
		g->fork = *e;
		g->forks++;
		break;
	case STATE_MAP:
	case STATE_UNMAP:
	case STATE_THREAD:
	case STATE_EXEC:
		g->others++;
		break;
	default:
		break;
	}
}

bool map_entries_are_bare(const struct map_entries *entries, uint32_t id, struct shortcut *way)
{
	const struct maps_source *source = entries->sources.v;
	const struct state_entry *fork;
	struct fork_search g = { .forks = 0 };

	for (size_t i = 0; i < entries->sources.n && g.forks + g.others < 2; i++) {
		unsigned forks = g.forks;

		history_each(entries->sources.v[i].states, id, search_forks, &g);
		if (forks != g.forks)
			source = &entries->sources.v[i];
	}
	fork = &g.fork;
	if (g.forks != 1 || g.others || fork->end || fork->start == id ||
	    fork->at.row >= source->rows)
		return false;
	*way = (struct shortcut){ id, (uint32_t)fork->start, 1, moment_of(entries, source, fork),
				  moment_of(entries, source, fork) };
	return true;
}

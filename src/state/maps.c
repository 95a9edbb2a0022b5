/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/maps.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"
#include "index/container.h"
#include "index/shift.h"
#include "state/shortcuts.h"

enum {
	GENERATIONS_MAX = 1024, /* generations of parents that are followed */
	GENERATIONS_OWN = 8,	/* of them with mappings of their own */
	GENERATIONS_ANY = 4,	/* of those, whose mappings may exceed this sum */
	REGIONS_OWN = 128,	/* regions: an address space that is not kept is read again */
	KEPT_HEAP = 4 << 20,	/* bytes of heap for all kept address spaces but the last */
	KEPT_MAX = 4096		/* address spaces */
};

/* In the row of an entry that is no region: what was mapped there is gone. */
#define GONE (1ull << 63)

/* A life of a process number. Mappings made before it belong to another process. */
struct life {
	struct maps_moment when;
	uint32_t from;	 /* regions that were made before it */
	uint32_t parent; /* of a fork that inherits mappings; else the own number */
};

/* An answer of maps_version(), and the moments for which it holds. */
struct version {
	uint64_t number;
	struct maps_span span;
};

struct map_process {
	uint32_t id;
	struct space space;
	VEC(struct life) lives;	   /* in order of time */
	bool told;		   /* a region or a fork is known */
	size_t heap;		   /* bytes that struct maps has counted */
	uint32_t last;		   /* regions until the moment of the last question */
	struct version version;	   /* of the last question */
	struct map_process *older; /* neighbours in the order of the last questions; NULL: none */
	struct map_process *newer;
};

struct maps {
	bool timed;
	const char *spool_dir;
	VEC(struct maps_source) sources;
	uint64_t states; /* number of all entries */
	bool left_out;	 /* entries whose rows cannot be read yet */
	VEC(struct map_process *) kept;
	size_t heap;		     /* of all kept ones, without what the last one took since */
	struct map_process *current; /* of the last question; NULL: none */
	struct map places;	     /* from ids to places in kept */
	struct shortcuts shortcuts;
};

struct maps *maps_open(bool timed, const char *spool_dir)
{
	struct maps *maps = mem_zalloc(sizeof(*maps));

	maps->timed = timed;
	maps->spool_dir = spool_dir;
	maps->shortcuts.spool_dir = spool_dir;
	return maps;
}

static void free_process(struct map_process *p)
{
	space_release(&p->space);
	vec_release(&p->lives);
	free(p);
}

static void drop_all(struct maps *maps)
{
	for (size_t i = 0; i < maps->kept.n; i++)
		free_process(maps->kept.v[i]);
	maps->kept.n = 0;
	maps->heap = 0;
	maps->current = NULL;
	map_release(&maps->places);
	shortcuts_release(&maps->shortcuts);
}

void maps_close(struct maps *maps)
{
	if (!maps)
		return;
	drop_all(maps);
	vec_release(&maps->kept);
	vec_release(&maps->sources);
	free(maps);
}

void maps_use(struct maps *maps, const struct maps_source *sources, size_t n)
{
	bool same = n == maps->sources.n;
	uint64_t states = 0;

	for (size_t i = 0; i < n; i++) {
		same = same && sources[i].states == maps->sources.v[i].states &&
		       sources[i].first_row == maps->sources.v[i].first_row &&
		       sources[i].since == maps->sources.v[i].since;
		states += history_count(sources[i].states);
	}
	if (same && states == maps->states && !maps->left_out) {
		for (size_t i = 0; i < n; i++)
			maps->sources.v[i].rows = sources[i].rows;
		return;
	}
	drop_all(maps);
	maps->states = states;
	maps->left_out = false;
	maps->sources.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&maps->sources, sources[i]);
}

/* ---- an address space ---- */

/* Entries of one id that are read from the tables. */
struct maps_reading {
	struct maps *maps;
	const struct maps_source *source;
	struct spill_array entries; /* struct state_entry */
	size_t n;
};

/* The moment from which on an entry counts, in rows and times of the recording. */
static struct maps_moment moment_of(const struct maps *maps, const struct maps_source *source,
				    const struct state_entry *e)
{
	uint64_t time = shift_time(e->at.time, source->shift);

	if (time < source->since)
		time = source->since;

	return (struct maps_moment){ maps->timed ? time : 0, e->at.row + source->first_row };
}

static void take_entry(void *arg, const void *entry)
{
	struct maps_reading *r = arg;
	size_t size = r->n * sizeof(struct state_entry);
	struct maps_moment moment;
	struct state_entry *e;

	if (((const struct state_entry *)entry)->at.row >= r->source->rows) {
		r->maps->left_out = true;
		return;
	}
	if (size + sizeof(*e) > r->entries.size)
		spill_array_resize(&r->entries, size + size / 2 + 16 * sizeof(*e),
				   r->maps->spool_dir);
	e = (struct state_entry *)r->entries.p + r->n++;
	memcpy(e, entry, sizeof(*e));
	moment = moment_of(r->maps, r->source, e);
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
		.row = e->at.row | (e->at.what == STATE_UNMAP ? GONE : 0),
	};

	/* perf writes this if it may not know where the kernel is. */
	if (is_kernel(p->id) && !region.start && !region.end)
		region.end = UINT64_MAX;
	p->told |= space_add(&p->space, &region);
}

static void add_life(struct map_process *p, const struct state_entry *e)
{
	struct life life = {
		.when = { e->at.time, e->at.row },
		.from = p->space.n,
		.parent = p->id,
	};

	if (e->at.what == STATE_FORK && !e->end)
		life.parent = (uint32_t)e->start;
	/*
	 * perf writes a fork for each process that exists; the mappings of such a process follow.
	 */
	p->told = p->told || life.parent != p->id;
	vec_push(&p->lives, life);
}

static void apply(struct map_process *p, const struct state_entry *e)
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

static struct map_process *read_process(struct maps *maps, uint32_t id)
{
	struct map_process *p = mem_zalloc(sizeof(*p));
	struct maps_reading r = { .maps = maps };

	p->id = id;
	space_init(&p->space, maps->spool_dir);
	for (size_t i = 0; i < maps->sources.n; i++) {
		r.source = &maps->sources.v[i];
		history_each(r.source->states, id, take_entry, &r);
	}
	if (!in_order(r.entries.p, r.n))
		qsort(r.entries.p, r.n, sizeof(struct state_entry), by_moment);
	for (size_t i = 0; i < r.n; i++)
		apply(p, (const struct state_entry *)r.entries.p + i);
	spill_array_release(&r.entries);
	return p;
}

/* Count the heap of an address space after look-ups, which may have built its tree. */
static void count_heap(struct maps *maps)
{
	struct map_process *p = maps->current;
	size_t heap;

	if (!p)
		return;
	heap = space_heap(&p->space) + p->lives.cap * sizeof(*p->lives.v);
	maps->heap += heap - p->heap;
	p->heap = heap;
}

/* Take a process out of the list: its neighbours follow each other. */
static void unlink_process(struct maps *maps, struct map_process *p)
{
	if (p->older)
		p->older->newer = p->newer;
	if (p->newer)
		p->newer->older = p->older;
	if (maps->current == p)
		maps->current = p->older;
	p->older = p->newer = NULL;
}

static void make_current(struct maps *maps, struct map_process *p)
{
	if (p == maps->current)
		return;
	count_heap(maps);
	unlink_process(maps, p);
	p->older = maps->current;
	if (p->older)
		p->older->newer = p;
	maps->current = p;
}

/*
 * Free the address spaces with the oldest questions. More go than must, because each time costs a
 * new map.
 */
static void make_room(struct maps *maps)
{
	struct map_process *p = maps->current, *next;
	size_t heap = 0;

	count_heap(maps);
	if (maps->heap < KEPT_HEAP && maps->kept.n < KEPT_MAX)
		return;
	map_release(&maps->places);
	maps->kept.n = 0;
	maps->heap = 0;
	for (; p; p = next) {
		bool fresh;

		next = p->older;
		heap += p->heap;
		if (maps->kept.n && (heap > KEPT_HEAP / 2 || maps->kept.n > KEPT_MAX / 2)) {
			unlink_process(maps, p);
			free_process(p);
			continue;
		}
		*map_put(&maps->places, p->id, &fresh) = (uint32_t)maps->kept.n;
		vec_push(&maps->kept, p);
		maps->heap += p->heap;
	}
}

static struct map_process *process_of(struct maps *maps, uint32_t id)
{
	const uint32_t *place;
	struct map_process *p;
	bool fresh;

	if (maps->current && maps->current->id == id)
		return maps->current;
	place = map_get(&maps->places, id);
	if (place) {
		p = maps->kept.v[*place];
	} else {
		make_room(maps);
		p = read_process(maps, id);
		*map_put(&maps->places, id, &fresh) = (uint32_t)maps->kept.n;
		vec_push(&maps->kept, p);
	}
	make_current(maps, p);
	return p;
}

/* ---- a moment ---- */

static struct maps_moment made_when(const struct map_process *p, uint32_t number)
{
	const struct region *region = space_region(&p->space, number);

	return (struct maps_moment){ region->time, region->row & ~GONE };
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
static const struct life *life_at(const struct map_process *p, struct maps_moment moment)
{
	size_t end = search_first(0, p->lives.n, i, maps_compare(p->lives.v[i].when, moment) <= 0);

	return end ? &p->lives.v[end - 1] : NULL;
}

/*
 * Get the process from which a life inherits its mappings, and when: at the life's beginning.
 * False: it inherits none.
 */
static bool to_parent(const struct map_process *p, const struct life *life, uint32_t *id,
		      struct maps_moment *moment)
{
	if (!life || life->parent == p->id)
		return false;
	*id = life->parent;
	*moment = life->when;
	return true;
}

/* ---- ancestors ---- */

/* A place on the way from a process up to those from which it inherits mappings. */
struct ancestor {
	uint32_t id;
	struct maps_moment moment;
	uint32_t generations; /* above the process */
	uint32_t own;	      /* of these with mappings of their own */
	uint64_t regions;     /* that these have in sum */
};

/* Has a process always had only what its parent had? */
static bool is_bare(const struct map_process *p, struct shortcut *s)
{
	const struct life *life = p->lives.v;

	if (p->space.n || p->lives.n != 1 || life->parent == p->id)
		return false;
	*s = (struct shortcut){ p->id, life->parent, 1, life->when, life->when };
	return true;
}

/* The entries of a process that may be only a fork. */
struct glimpse {
	struct state_entry fork;
	unsigned forks, others;
};

static void take_glimpse(void *arg, const void *entry)
{
	const struct state_entry *e = entry;
	struct glimpse *g = arg;

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

/*
 * As is_bare() for a process that was not read. No address space is made for it: the way up can
 * have hundreds of thousands of such processes.
 */
static bool is_bare_unread(struct maps *maps, uint32_t id, struct shortcut *s)
{
	const struct maps_source *source = maps->sources.v;
	const struct state_entry *fork;
	struct glimpse g = { .forks = 0 };

	for (size_t i = 0; i < maps->sources.n && g.forks + g.others < 2; i++) {
		unsigned forks = g.forks;

		history_each(maps->sources.v[i].states, id, take_glimpse, &g);
		if (forks != g.forks)
			source = &maps->sources.v[i];
	}
	fork = &g.fork;
	if (g.forks != 1 || g.others || fork->end || fork->start == id ||
	    fork->at.row >= source->rows)
		return false;
	*s = (struct shortcut){ id, (uint32_t)fork->start, 1, moment_of(maps, source, fork),
				moment_of(maps, source, fork) };
	return true;
}

/* False: this process may have mappings of its own. */
static bool find_shortcut(struct maps *maps, const struct ancestor *at, struct shortcut *found)
{
	const struct shortcut *s = shortcuts_find(&maps->shortcuts, at->id);
	const uint32_t *place;

	if (s) {
		*found = *s;
	} else {
		place = map_get(&maps->places, at->id);
		if (place ? !is_bare(maps->kept.v[*place], found)
			  : !is_bare_unread(maps, at->id, found))
			return false;
		shortcuts_keep(&maps->shortcuts, found);
	}
	return maps_compare(found->since, at->moment) <= 0;
}

/* Skip all ancestors without mappings of their own. The next time this takes one step. */
static void skip_bare(struct maps *maps, struct ancestor *at)
{
	struct shortcut way[GENERATIONS_MAX];
	size_t n = 0;

	while (at->generations < GENERATIONS_MAX && find_shortcut(maps, at, &way[n])) {
		uint32_t generations = way[n].generations;

		way[n].generations = at->generations;
		at->id = way[n].to;
		at->moment = way[n++].moment;
		at->generations += generations;
	}
	while (n > 1) {
		struct shortcut *s = &way[--n - 1];
		uint32_t more = at->generations - s->generations;

		s->to = at->id;
		s->moment = at->moment;
		s->generations = more < GENERATIONS_MAX ? more : GENERATIONS_MAX;
		shortcuts_keep(&maps->shortcuts, s);
	}
}

/* Go on to the next ancestor that may have mappings of its own. False: there is none. */
static bool climb(struct maps *maps, struct ancestor *at)
{
	struct map_process *p = process_of(maps, at->id);

	if (!to_parent(p, life_at(p, at->moment), &at->id, &at->moment))
		return false;
	at->generations++;
	at->own += p->space.n > 0;
	at->regions += p->space.n;
	skip_bare(maps, at);
	return at->generations < GENERATIONS_MAX && at->own < GENERATIONS_OWN &&
	       (at->own < GENERATIONS_ANY || at->regions < REGIONS_OWN);
}

/* No mapping was found: what else is known of the address? */
static enum maps_found why_not(struct maps *maps, uint32_t id, uint64_t addr,
			       struct maps_moment moment)
{
	struct map_process *p = process_of(maps, id);
	const struct life *life = life_at(p, moment);
	uint32_t from = life ? life->from : 0, to = regions_until(p, moment);

	if (!p->told)
		return MAPS_UNKNOWN;
	if (space_find(&p->space, addr, to, p->space.n))
		return MAPS_LATER;
	return space_find(&p->space, addr, 0, from) ? MAPS_BEFORE : MAPS_NOTHING;
}

enum maps_found maps_find(struct maps *maps, uint32_t id, uint64_t addr, struct maps_moment moment,
			  struct region *found)
{
	struct ancestor at = { id, moment, 0, 0, 0 };
	const struct region *region;

	do {
		struct map_process *p = process_of(maps, at.id);
		const struct life *life = life_at(p, at.moment);

		region = space_find(&p->space, addr, life ? life->from : 0,
				    regions_until(p, at.moment));
	} while (!region && climb(maps, &at));
	if (!region || region->row & GONE)
		return why_not(maps, id, addr, moment);
	*found = *region;
	return MAPS_FOUND;
}

static void later_of(struct maps_moment *a, struct maps_moment b)
{
	if (maps_compare(*a, b) < 0)
		*a = b;
}

/* The moments at which nothing changes in an address space but what its parents had before. */
static void find_span(const struct map_process *p, const struct life *life, uint32_t to,
		      struct maps_span *span)
{
	const struct life *next = life ? life + 1 : p->lives.v;

	span->since = (struct maps_moment){ 0, 0 };
	span->until = (struct maps_moment){ UINT64_MAX, UINT64_MAX };
	if (life)
		span->since = life->when;
	if (p->lives.n && next < p->lives.v + p->lives.n)
		span->until = next->when;
	if (to)
		later_of(&span->since, made_when(p, to - 1));
	if (to < p->space.n && maps_compare(made_when(p, to), span->until) < 0)
		span->until = made_when(p, to);
}

/*
 * A process without mappings of its own has those of its parent. For others the number of regions
 * tells the life of the process number, and so the parent that the rest comes from.
 */
static uint64_t find_version(struct maps *maps, uint32_t id, struct maps_moment moment,
			     struct maps_span *span)
{
	struct ancestor at = { id, moment, 0, 0, 0 };
	uint64_t number = maps->states;

	do {
		struct map_process *p = process_of(maps, at.id);
		const struct life *life = life_at(p, at.moment);
		uint32_t from = life ? life->from : 0, to = regions_until(p, at.moment);

		if (!at.generations)
			find_span(p, life, to, span);
		if (from < to) {
			uint64_t key[] = { number, at.id, (uint64_t)from << 32 | to };

			return container_hash(key, sizeof(key));
		}
	} while (climb(maps, &at));
	return number;
}

uint64_t maps_version(struct maps *maps, uint32_t id, struct maps_moment moment,
		      struct maps_span *span)
{
	struct version v = process_of(maps, id)->version;

	if (!maps_within(&v.span, moment)) {
		v.number = find_version(maps, id, moment, &v.span);
		process_of(maps, id)->version = v;
	}
	if (span)
		*span = v.span;
	return v.number;
}

/* ---- all mappings of a process ---- */

struct shown {
	struct region region;
	uint64_t start, end;
};

/* What is visible of one or more generations, in order of addresses. */
struct map_layer {
	VEC(struct shown) parts;
};

static bool add_part(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	struct map_layer *layer = arg;

	vec_push(&layer->parts, ((struct shown){ *region, start, end }));
	return true;
}

static void add_visible(struct map_layer *out, const struct shown *part, uint64_t start,
			uint64_t end)
{
	if (start < end)
		vec_push(&out->parts, ((struct shown){ part->region, start, end }));
}

/* Put the child's parts into out, and the parent's parts between them. */
static void put_over(struct map_layer *out, const struct map_layer *child,
		     const struct map_layer *parent)
{
	uint64_t at = 0; /* out has everything below it, or the child covers it */
	size_t i = 0, k = 0;

	while (i < child->parts.n || k < parent->parts.n) {
		const struct shown *c = i < child->parts.n ? &child->parts.v[i] : NULL;
		const struct shown *p = k < parent->parts.n ? &parent->parts.v[k] : NULL;
		uint64_t start = p && p->start > at ? p->start : at;

		if (p && (!c || start < c->start)) {
			uint64_t end = c && c->start < p->end ? c->start : p->end;

			add_visible(out, p, start, end);
			at = end > at ? end : at;
			if (end == p->end)
				k++;
			continue;
		}
		if (!c)
			break;
		vec_push(&out->parts, *c);
		at = c->end;
		i++;
		while (k < parent->parts.n && parent->parts.v[k].end <= at)
			k++;
	}
}

void maps_each(struct maps *maps, uint32_t id, struct maps_moment moment, space_each_fn *each,
	       void *arg)
{
	struct map_layer all = { .parts = { .v = NULL } };
	struct ancestor at = { id, moment, 0, 0, 0 };

	do {
		struct map_layer own = { .parts = { .v = NULL } },
				 both = { .parts = { .v = NULL } };
		struct map_process *p = process_of(maps, at.id);
		const struct life *life = life_at(p, at.moment);

		space_each(&p->space, life ? life->from : 0, regions_until(p, at.moment), add_part,
			   &own);
		put_over(&both, &all, &own);
		vec_release(&own.parts);
		vec_release(&all.parts);
		all = both;
	} while (climb(maps, &at));
	for (size_t i = 0; i < all.parts.n; i++) {
		const struct shown *part = &all.parts.v[i];

		if (!(part->region.row & GONE) && !each(arg, &part->region, part->start, part->end))
			break;
	}
	vec_release(&all.parts);
}

uint64_t maps_count(struct maps *maps, uint32_t id, struct maps_moment moment)
{
	struct ancestor at = { id, moment, 0, 0, 0 };
	uint64_t count = 0;

	do {
		struct map_process *p = process_of(maps, at.id);
		const struct life *life = life_at(p, at.moment);
		uint32_t from = life ? life->from : 0, to = regions_until(p, at.moment);

		count += from < to ? to - from : 0;
	} while (climb(maps, &at));
	return count;
}

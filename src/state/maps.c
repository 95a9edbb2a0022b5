/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/maps.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "state/map_layer.h"
#include "state/map_process.h"

enum {
	GENERATIONS_MAX = 1024, /* generations of parents that are followed */
	GENERATIONS_OWN = 8,	/* of them with mappings of their own */
	GENERATIONS_ANY = 4,	/* of those, whose mappings may exceed this sum */
	REGIONS_OWN = 128,	/* regions: an address space that is not kept is read again */
	KEPT_HEAP = 4 << 20,	/* bytes of heap for all kept address spaces but the last */
	KEPT_MAX = 4096		/* address spaces */
};

/* An answer of maps_version(), and the moments for which it holds. */
struct version {
	uint64_t number;
	struct maps_span span;
};

/* A process that is kept, and what was asked about it last. */
struct kept_process {
	struct map_process process;
	size_t heap;		    /* bytes that struct maps has counted */
	struct version version;	    /* of the last question */
	struct kept_process *older; /* neighbours in the order of the last questions; NULL: none */
	struct kept_process *newer;
};

struct maps {
	struct map_entries entries;
	uint64_t states; /* number of all entries */
	VEC(struct kept_process *) kept;
	size_t heap;		      /* of all kept ones, without what the last one took since */
	struct kept_process *current; /* of the last question; NULL: none */
	struct map by_id;	      /* from ids to numbers in kept */
	struct shortcuts shortcuts;
};

struct maps *maps_open(bool timed, const char *spool_dir)
{
	struct maps *maps = mem_zalloc(sizeof(*maps));

	maps->entries.timed = timed;
	maps->entries.spool_dir = spool_dir;
	maps->shortcuts.spool_dir = spool_dir;
	return maps;
}

static void free_kept(struct kept_process *kept)
{
	map_process_release(&kept->process);
	free(kept);
}

static void drop_all(struct maps *maps)
{
	for (size_t i = 0; i < maps->kept.n; i++)
		free_kept(maps->kept.v[i]);
	maps->kept.n = 0;
	maps->heap = 0;
	maps->current = NULL;
	map_release(&maps->by_id);
	shortcuts_release(&maps->shortcuts);
}

void maps_close(struct maps *maps)
{
	if (!maps)
		return;
	drop_all(maps);
	vec_release(&maps->kept);
	vec_release(&maps->entries.sources);
	free(maps);
}

void maps_use(struct maps *maps, const struct maps_source *sources, size_t n)
{
	bool same = n == maps->entries.sources.n;
	uint64_t states = 0;

	for (size_t i = 0; i < n; i++) {
		same = same && sources[i].states == maps->entries.sources.v[i].states &&
		       sources[i].first_row == maps->entries.sources.v[i].first_row &&
		       sources[i].since == maps->entries.sources.v[i].since;
		states += history_count(sources[i].states);
	}
	if (same && states == maps->states && !maps->entries.left_out) {
		for (size_t i = 0; i < n; i++)
			maps->entries.sources.v[i].rows = sources[i].rows;
		return;
	}
	drop_all(maps);
	maps->states = states;
	maps->entries.left_out = false;
	maps->entries.sources.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&maps->entries.sources, sources[i]);
}

/* ---- kept processes ---- */

/* Count the heap of an address space after look-ups, which may have built its tree. */
static void count_heap(struct maps *maps)
{
	struct kept_process *kept = maps->current;
	size_t heap;

	if (!kept)
		return;
	heap = map_process_heap(&kept->process);
	maps->heap += heap - kept->heap;
	kept->heap = heap;
}

/* Take a process out of the list: its neighbours follow each other. */
static void unlink_process(struct maps *maps, struct kept_process *p)
{
	if (p->older)
		p->older->newer = p->newer;
	if (p->newer)
		p->newer->older = p->older;
	if (maps->current == p)
		maps->current = p->older;
	p->older = p->newer = NULL;
}

static void make_current(struct maps *maps, struct kept_process *p)
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
 * Free the address spaces that were looked up least recently. At most half of the limits stay in
 * use, because each time rebuilds the map of ids.
 */
static void make_room(struct maps *maps)
{
	struct kept_process *p = maps->current, *next;
	size_t heap = 0;

	count_heap(maps);
	if (maps->heap < KEPT_HEAP && maps->kept.n < KEPT_MAX)
		return;
	map_release(&maps->by_id);
	maps->kept.n = 0;
	maps->heap = 0;
	for (; p; p = next) {
		bool fresh;

		next = p->older;
		heap += p->heap;
		if (maps->kept.n && (heap > KEPT_HEAP / 2 || maps->kept.n > KEPT_MAX / 2)) {
			unlink_process(maps, p);
			free_kept(p);
			continue;
		}
		*map_put(&maps->by_id, p->process.id, &fresh) = (uint32_t)maps->kept.n;
		vec_push(&maps->kept, p);
		maps->heap += p->heap;
	}
}

static struct kept_process *kept_process(struct maps *maps, uint32_t id)
{
	const uint32_t *number;
	struct kept_process *p;
	bool fresh;

	if (maps->current && maps->current->process.id == id)
		return maps->current;
	number = map_get(&maps->by_id, id);
	if (number) {
		p = maps->kept.v[*number];
	} else {
		make_room(maps);
		p = mem_zalloc(sizeof(*p));
		map_process_read(&p->process, &maps->entries, id);
		*map_put(&maps->by_id, id, &fresh) = (uint32_t)maps->kept.n;
		vec_push(&maps->kept, p);
	}
	make_current(maps, p);
	return p;
}

static struct map_process *process_of(struct maps *maps, uint32_t id)
{
	return &kept_process(maps, id)->process;
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

/* False: this process may have mappings of its own. */
static bool find_shortcut(struct maps *maps, const struct ancestor *at, struct shortcut *found)
{
	const struct shortcut *s = shortcuts_find(&maps->shortcuts, at->id);
	const uint32_t *number;

	if (s) {
		*found = *s;
	} else {
		number = map_get(&maps->by_id, at->id);
		if (number ? !map_process_is_bare(&maps->kept.v[*number]->process, found)
			   : !map_entries_are_bare(&maps->entries, at->id, found))
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

/* Continue with the next ancestor that may have mappings of its own. False: there is none. */
static bool climb(struct maps *maps, struct ancestor *at)
{
	struct map_process *p = process_of(maps, at->id);

	if (!map_process_parent(p, &at->id, &at->moment))
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
	struct map_regions regions = map_process_regions(p, moment);

	if (!p->is_known)
		return MAPS_UNKNOWN;
	if (space_find(&p->space, addr, regions.end, p->space.n))
		return MAPS_LATER;
	return space_find(&p->space, addr, 0, regions.first) ? MAPS_BEFORE : MAPS_NOTHING;
}

enum maps_found maps_find(struct maps *maps, uint32_t id, uint64_t addr, struct maps_moment moment,
			  struct region *found)
{
	struct ancestor at = { id, moment, 0, 0, 0 };
	const struct region *region;

	do {
		struct map_process *p = process_of(maps, at.id);
		struct map_regions regions = map_process_regions(p, at.moment);

		region = space_find(&p->space, addr, regions.first, regions.end);
	} while (!region && climb(maps, &at));
	if (!region || region->row & MAP_GONE)
		return why_not(maps, id, addr, moment);
	*found = *region;
	return MAPS_FOUND;
}

/*
 * A process without mappings of its own has those of its parent. For others the number of regions
 * identifies the life of the process number, and so the parent that the rest comes from.
 */
static uint64_t find_version(struct maps *maps, uint32_t id, struct maps_moment moment,
			     struct maps_span *span)
{
	struct ancestor at = { id, moment, 0, 0, 0 };
	uint64_t number = maps->states;

	do {
		struct map_process *p = process_of(maps, at.id);
		struct map_regions regions = map_process_regions(p, at.moment);

		if (!at.generations)
			map_process_span(p, at.moment, regions.end, span);
		if (regions.first < regions.end) {
			uint64_t key[] = { number, at.id,
					   (uint64_t)regions.first << 32 | regions.end };

			return hash_stable(key, sizeof(key));
		}
	} while (climb(maps, &at));
	return number;
}

uint64_t maps_version(struct maps *maps, uint32_t id, struct maps_moment moment,
		      struct maps_span *span)
{
	struct version v = kept_process(maps, id)->version;

	if (!maps_within(&v.span, moment)) {
		v.number = find_version(maps, id, moment, &v.span);
		kept_process(maps, id)->version = v;
	}
	if (span)
		*span = v.span;
	return v.number;
}

/* ---- all mappings of a process ---- */

void maps_each(struct maps *maps, uint32_t id, struct maps_moment moment, space_each_fn *each,
	       void *arg)
{
	struct map_layer all = { .parts = { .v = NULL } };
	struct ancestor at = { id, moment, 0, 0, 0 };

	do {
		struct map_layer own = { .parts = { .v = NULL } },
				 both = { .parts = { .v = NULL } };
		struct map_process *p = process_of(maps, at.id);
		struct map_regions regions = map_process_regions(p, at.moment);

		space_each(&p->space, regions.first, regions.end, map_layer_add, &own);
		map_layer_put_over(&both, &all, &own);
		vec_release(&own.parts);
		vec_release(&all.parts);
		all = both;
	} while (climb(maps, &at));
	for (size_t i = 0; i < all.parts.n; i++) {
		const struct map_part *part = &all.parts.v[i];

		if (!(part->region.row & MAP_GONE) &&
		    !each(arg, &part->region, part->start, part->end))
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
		struct map_regions regions = map_process_regions(p, at.moment);

		count += regions.first < regions.end ? regions.end - regions.first : 0;
	} while (climb(maps, &at));
	return count;
}

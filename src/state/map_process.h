/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_MAP_PROCESS_H
#define STATE_MAP_PROCESS_H

#include "base/vec.h"
#include "state/maps.h"
#include "state/shortcuts.h"

/*
 * A flag in the member row. Its entry is not a region: it ends the earlier mappings at its
 * addresses.
 */
#define MAP_GONE (1ull << 63)

/* The tables of states that processes are read from. */
struct map_entries {
	bool timed; /* as for maps_open() */
	const char *spool_dir;
	VEC(struct maps_source) sources;
	bool left_out; /* entries whose rows cannot be read yet */
};

struct map_life;

/* What a process has mapped itself, at any moment. */
struct map_process {
	uint32_t id;
	struct space space;
	VEC(struct map_life) lives; /* in time order */
	bool is_known;		    /* a region, or a fork, is known */
	uint32_t last;		    /* regions until the moment of the last question */
};

/* Fill in p, which must be zeroed. Sets left_out if an entry is not read. */
void map_process_read(struct map_process *p, struct map_entries *entries, uint32_t id);
void map_process_release(struct map_process *p);

/* Bytes of heap. Look-ups in its space can change them. */
size_t map_process_heap(const struct map_process *p);

/* Numbers of regions in a space, end excluded. */
struct map_regions {
	uint32_t first, end;
};

/* The regions that were made until a moment, in the life of the process at that moment. */
struct map_regions map_process_regions(struct map_process *p, struct maps_moment moment);

/*
 * Get the range of moments around a moment in which the process changes no mapping of its own;
 * mappings of its ancestors can change. end: the end of map_process_regions() at that moment.
 */
void map_process_span(const struct map_process *p, struct maps_moment moment, uint32_t end,
		      struct maps_span *span);

/*
 * Get the process from which p has inherited mappings in its life at *moment, and set *moment to
 * the beginning of that life. False: it has inherited none.
 */
bool map_process_parent(const struct map_process *p, uint32_t *id, struct maps_moment *moment);

/*
 * If all mappings that a process has ever had are those of its parent, get the shortcut to its
 * parent. The second function is for a process that was not read. It makes no address space,
 * because the way up can have hundreds of thousands of such processes.
 */
bool map_process_is_bare(const struct map_process *p, struct shortcut *way);
bool map_entries_are_bare(const struct map_entries *entries, uint32_t id, struct shortcut *way);

#endif

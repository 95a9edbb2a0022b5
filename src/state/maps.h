/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_MAPS_H
#define STATE_MAPS_H

#include "index/states.h"
#include "state/space.h"

/*
 * What was mapped where, for any address space at any moment: forks inherit, exec
 * clears, later mappings hide parts of earlier ones. An address space is put together
 * from the indexes' tables of states when somebody asks about it first, and kept while
 * others do not need the room. One thread's: each has its own.
 *
 * Address spaces have the ids of index/states.h: processes, the kernel, guests.
 */
struct maps;

/* The states of one part of a recording. */
struct maps_source {
	struct history *states;
	uint64_t first_row; /* its number in the recording, which regions have */
	uint64_t since;	    /* from when on what has no time holds; of the first part 0 */
	uint64_t shift;	    /* of its times, as in index/shift.h; since is moved already */
	uint64_t rows;	    /* that can be read: what later ones tell is left out */
};

/* timed false: the recording has no times to go by, and rows are moments. */
struct maps *maps_open(bool timed, const char *spool_dir);
void maps_close(struct maps *maps);

/*
 * Use these sources, which are copied, from now on. What was read is kept where they are
 * the same as before, no state has come since and none was left out.
 */
void maps_use(struct maps *maps, const struct maps_source *sources, size_t n);

/* When: that of a record; a state of the same time counts if its row is not behind. */
struct maps_moment {
	uint64_t time;
	uint64_t row;
};

enum maps_found {
	MAPS_FOUND,
	MAPS_NOTHING, /* nothing was mapped there then, nor ever in this life of the process */
	MAPS_LATER,   /* not yet */
	MAPS_BEFORE,  /* no more: before it called exec, or the process before it of this number */
	MAPS_UNKNOWN  /* no mapping of the process is known */
};

/* The region that an address belonged to, as it was made: its row is that of the record. */
enum maps_found maps_find(struct maps *maps, uint32_t id, uint64_t addr, struct maps_moment moment,
			  struct region *found);

/* All moments from since on and before until. */
struct maps_span {
	struct maps_moment since, until;
};

static inline int maps_compare(struct maps_moment a, struct maps_moment b)
{
	if (a.time != b.time)
		return a.time < b.time ? -1 : 1;
	return a.row < b.row ? -1 : a.row > b.row;
}

static inline bool maps_within(const struct maps_span *span, struct maps_moment moment)
{
	return maps_compare(span->since, moment) <= 0 && maps_compare(moment, span->until) < 0;
}

/*
 * A number of all that an address space had at a moment: the same as that of another moment
 * or address space only where nothing differs, until maps_use() finds something new. Where
 * span is not NULL: moments around it at which it is that number.
 */
uint64_t maps_version(struct maps *maps, uint32_t id, struct maps_moment moment,
		      struct maps_span *span);

/*
 * All that an address space had, in the order of the addresses: each region as it was made,
 * with the part of it that nothing else hides.
 */
void maps_each(struct maps *maps, uint32_t id, struct maps_moment moment, space_each_fn *each,
	       void *arg);

/* How many regions that is made of, hidden ones included. */
uint64_t maps_count(struct maps *maps, uint32_t id, struct maps_moment moment);

#endif

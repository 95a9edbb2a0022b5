/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_MAPS_H
#define STATE_MAPS_H

#include "index/states.h"
#include "state/space.h"

/*
 * What was mapped where, for any address space at any moment: forks inherit mappings, exec clears
 * them, later mappings hide parts of earlier ones. The first question about an address space builds
 * it from the indexes' tables of states; it is kept until others need the room. Not for several
 * threads: each thread has its own.
 *
 * Address spaces have the ids of index/states.h: processes, the kernel, guests.
 */
struct maps;

/* The table of states of one part of a recording. */
struct maps_source {
	struct history *states; /* outlives the maps */
	uint64_t first_row;	/* the part's first row in the recording, for numbers of regions */
	uint64_t since;		/* entries without a time hold from then on; 0 for the first part */
	/* added to the part's times, in ns (index/shift.h); `since` is already shifted */
	uint64_t shift;
	uint64_t rows; /* rows that can be read: entries of later ones are left out */
};

/* timed false: the recording has no usable times, and rows are the moments. */
struct maps *maps_open(bool timed, const char *spool_dir);
void maps_close(struct maps *maps);

/*
 * Use copies of these sources from now on. Address spaces are kept if the sources are the same,
 * no state was added and none was left out.
 */
void maps_use(struct maps *maps, const struct maps_source *sources, size_t n);

/*
 * A moment is the time and the row of a record. An entry of the same time counts if its row is not
 * later.
 */
struct maps_moment {
	uint64_t time;
	uint64_t row;
};

enum maps_found {
	MAPS_FOUND,
	MAPS_NOTHING, /* nothing was mapped there then, nor ever in this life of the process */
	MAPS_LATER,   /* something was mapped there later */
	MAPS_BEFORE,  /* before exec, or in an earlier process of this number */
	MAPS_UNKNOWN  /* no mapping of the process is known */
};

/*
 * Find the region to which an address belonged, in its original size. The row of the region is the
 * row of its record.
 */
enum maps_found maps_find(struct maps *maps, uint32_t id, uint64_t addr, struct maps_moment moment,
			  struct region *found);

/* All moments m with since <= m < until. */
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
 * A number for the mappings of an address space at a moment. Two moments or address spaces have the
 * same number only if nothing differs, until maps_use() finds something new. If `span` is not NULL,
 * it gets moments around this one that have the same number.
 */
uint64_t maps_version(struct maps *maps, uint32_t id, struct maps_moment moment,
		      struct maps_span *span);

/*
 * Pass all mappings of an address space to each(), in order of addresses: a region as it was made,
 * with a part of it that no other region hides.
 */
void maps_each(struct maps *maps, uint32_t id, struct maps_moment moment, space_each_fn *each,
	       void *arg);

/* The number of regions that maps_each() examines, hidden ones included. */
uint64_t maps_count(struct maps *maps, uint32_t id, struct maps_moment moment);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_HISTORY_RECENT_H
#define INDEX_HISTORY_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "index/format.h"

/*
 * The entries of a history (index/history.h) that are not in a run yet. They are in groups, each of
 * which is sorted. Two groups of the same size become one of twice the size, so there are few
 * groups: their sizes are like the digits of a binary number. The newest entries, fewer than
 * HISTORY_GROUP, are in the order in which they were added.
 */
enum {
	HISTORY_RUN = 32768, /* the most entries; a power of 2 */
	HISTORY_GROUP = 16,  /* entries of the smallest group; likewise */
	HISTORY_GROUPS = 12  /* the most groups, with the newest entries */
};

struct history_recent {
	size_t entry;	 /* bytes of one entry, which begins with a struct moment */
	uint8_t *p;	 /* NULL: none was added so far */
	uint8_t *merged; /* the first half of a group that is being merged */
	size_t n;
};

/* Some of the entries, one after the other. */
struct history_group {
	const uint8_t *p;
	size_t n;
	bool sorted;
};

void history_recent_init(struct history_recent *recent, size_t entry);
void history_recent_release(struct history_recent *recent);

/* Add a copy of an entry; there must be room. HISTORY_RUN entries are one group. */
void history_recent_add(struct history_recent *recent, const void *entry);

/*
 * Get the group that begins at entry number *at, and go to the next one; begin with 0. Returns
 * false after the last group.
 */
bool history_recent_next(const struct history_recent *recent, size_t *at,
			 struct history_group *group);

/* The order of the entries of a history: by id, time and row. */
static inline int history_compare(const void *pa, const void *pb)
{
	const struct moment *a = pa, *b = pb;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

#endif

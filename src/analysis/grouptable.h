/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPTABLE_H
#define ANALYSIS_GROUPTABLE_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "base/hash.h"

/* Groups by key, which is a string of bytes, with counts and stats of numbers. */
struct group_state {
	uint64_t count;
	uint64_t rows; /* number of rows, if a row can count several times */
	uint64_t last; /* the last of these rows + 1 */
	struct numeric_stats stats[];
};

struct grouptable {
	size_t stats;	   /* number of stats of each group */
	size_t state_size; /* bytes of a group_state */
	size_t n, cap;
	struct group_key {
		uint64_t at; /* offset in keys */
		uint32_t len, hash;
	} * index;
	char *states;	     /* n of state_size bytes */
	struct buf keys;     /* of all groups, one after the other */
	struct hash numbers; /* numbers of groups + 1 */
	size_t more;	     /* bytes that stats have allocated */
};

void grouptable_init(struct grouptable *table, size_t stats);
void grouptable_release(struct grouptable *table);

/* Return the number of the group with a key; it is added if necessary. */
size_t grouptable_find(struct grouptable *table, const void *key, size_t len);
bool grouptable_has(const struct grouptable *table, const void *key, size_t len);

static inline struct group_state *grouptable_state(const struct grouptable *t, size_t i)
{
	return (struct group_state *)(void *)(t->states + i * t->state_size);
}

const char *grouptable_key(const struct grouptable *table, size_t i, size_t *len);

/* Move what was counted into another table. The groups stay, with their numbers and no counts. */
void grouptable_move(struct grouptable *from, struct grouptable *to);

/* Remove all groups, and keep the memory. */
void grouptable_clear(struct grouptable *table);

/* Return the approximate memory of the groups. */
size_t grouptable_bytes(const struct grouptable *table);

#endif

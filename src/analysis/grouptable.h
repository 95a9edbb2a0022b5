/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPTABLE_H
#define ANALYSIS_GROUPTABLE_H

#include "analysis/numeric_stats.h"
#include "base/buf.h"
#include "base/hash.h"

/* Groups by their keys, which are bytes: how often each came, and stats of its numbers. */
struct group_state {
	uint64_t count;
	uint64_t rows; /* that it came in, where one can bring it several times */
	uint64_t last; /* the last of them + 1 */
	struct numeric_stats tallies[];
};

struct grouptable {
	size_t tallies;	   /* of each group */
	size_t state_size; /* bytes of a group_state */
	size_t n, cap;
	struct group_key {
		uint64_t at; /* in keys */
		uint32_t len, hash;
	} * index;
	char *states;	     /* n of state_size bytes */
	struct buf keys;     /* of all groups, one behind the other */
	struct hash numbers; /* of groups, + 1 */
	size_t more;	     /* bytes that stats have allocated */
};

void grouptable_init(struct grouptable *table, size_t tallies);
void grouptable_release(struct grouptable *table);

/* The number of the group with a key, which is added if needed. */
size_t grouptable_find(struct grouptable *table, const void *key, size_t len);
bool grouptable_has(const struct grouptable *table, const void *key, size_t len);

static inline struct group_state *grouptable_state(const struct grouptable *t, size_t i)
{
	return (struct group_state *)(void *)(t->states + i * t->state_size);
}

const char *grouptable_key(const struct grouptable *table, size_t i, size_t *len);

/* Move all groups into another table. */
void grouptable_move(struct grouptable *from, struct grouptable *to);

/* Remove all groups; the memory is kept. */
void grouptable_clear(struct grouptable *table);

/* The approximate memory of the groups. */
size_t grouptable_bytes(const struct grouptable *table);

#endif

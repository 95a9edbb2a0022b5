/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/grouptable.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A group to look up. */
struct wanted_group {
	const struct grouptable *t;
	const void *key;
	size_t len;
	uint32_t hash;
};

static uint64_t hash_of(const void *slot, const void *table)
{
	return ((const struct grouptable *)table)->index[*(const uint32_t *)slot - 1].hash;
}

static bool is_wanted(const void *slot, const void *key)
{
	const struct wanted_group *w = key;
	const struct group_key *k = &w->t->index[*(const uint32_t *)slot - 1];

	return k->hash == w->hash && k->len == w->len &&
	       !memcmp(w->t->keys.p + k->at, w->key, w->len);
}

static const struct hash_kind kind = { sizeof(uint32_t), false, hash_number_used, hash_of };

void grouptable_init(struct grouptable *t, size_t stats)
{
	*t = (struct grouptable){ .stats = stats };
	t->state_size = sizeof(struct group_state) + stats * sizeof(struct numeric_stats);
	buf_init(&t->keys);
}

static void release_stats(const struct grouptable *t, struct group_state *state)
{
	for (size_t k = 0; k < t->stats; k++)
		numeric_stats_release(&state->stats[k]);
}

void grouptable_clear(struct grouptable *t)
{
	for (size_t i = 0; i < t->n; i++)
		release_stats(t, grouptable_state(t, i));
	t->n = 0;
	t->more = 0;
	buf_reset(&t->keys);
	hash_clear(&t->numbers, &kind);
}

void grouptable_release(struct grouptable *t)
{
	grouptable_clear(t);
	buf_release(&t->keys);
	free(t->index);
	free(t->states);
	hash_release(&t->numbers);
}

const char *grouptable_key(const struct grouptable *t, size_t i, size_t *len)
{
	*len = t->index[i].len;
	return t->keys.p + t->index[i].at;
}

static size_t add_group(struct grouptable *t, const void *key, size_t len, uint32_t hash)
{
	if (t->n == t->cap) {
		t->cap += t->cap / 4 + 16;
		t->index = mem_realloc(t->index, t->cap * sizeof(*t->index));
		t->states = mem_realloc(t->states, t->cap * t->state_size);
	}
	t->index[t->n] = (struct group_key){ t->keys.len, (uint32_t)len, hash };
	buf_add(&t->keys, key, len);
	memset(grouptable_state(t, t->n), 0, t->state_size);
	return t->n++;
}

size_t grouptable_find(struct grouptable *t, const void *key, size_t len)
{
	struct wanted_group wanted = { t, key, len, (uint32_t)hash_bytes(key, len) };
	uint32_t *slot = hash_put(&t->numbers, &kind, t, wanted.hash, is_wanted, &wanted);

	if (!*slot)
		*slot = (uint32_t)add_group(t, key, len, wanted.hash) + 1;
	return *slot - 1;
}

bool grouptable_has(const struct grouptable *t, const void *key, size_t len)
{
	struct wanted_group wanted = { t, key, len, (uint32_t)hash_bytes(key, len) };

	return hash_find(&t->numbers, &kind, wanted.hash, is_wanted, &wanted);
}

void grouptable_move(struct grouptable *from, struct grouptable *to)
{
	for (size_t i = 0; i < from->n; i++) {
		struct group_state *state = grouptable_state(from, i), *sum;
		const char *key;
		size_t len;

		if (!state->count)
			continue;
		key = grouptable_key(from, i, &len);
		sum = grouptable_state(to, grouptable_find(to, key, len));
		sum->count += state->count;
		sum->rows += state->rows;
		for (size_t k = 0; k < to->stats; k++)
			to->more += numeric_stats_merge(&sum->stats[k], &state->stats[k]);
		release_stats(from, state);
		memset(state, 0, from->state_size);
	}
	from->more = 0;
}

size_t grouptable_bytes(const struct grouptable *t)
{
	enum {
		SLOT_BYTES = 16 /* of a group, if at least half of the slots are free */
	};

	return t->n * (sizeof(*t->index) + t->state_size + SLOT_BYTES) + t->keys.len + t->more;
}

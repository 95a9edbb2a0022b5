/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/grouptable.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/secret.h"

enum {
	SLOTS_FIRST = 64
};

void grouptable_init(struct grouptable *t, size_t tallies)
{
	*t = (struct grouptable){ .tallies = tallies };
	t->state_size = sizeof(struct group_state) + tallies * sizeof(struct tally);
	buf_init(&t->keys);
}

void grouptable_clear(struct grouptable *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->tallies; k++)
			tally_release(&grouptable_state(t, i)->tallies[k]);
	t->n = 0;
	t->more = 0;
	buf_reset(&t->keys);
	if (t->slots)
		memset(t->slots, 0, (t->mask + 1) * sizeof(*t->slots));
}

void grouptable_release(struct grouptable *t)
{
	grouptable_clear(t);
	buf_release(&t->keys);
	free(t->index);
	free(t->states);
	free(t->slots);
}

const char *grouptable_key(const struct grouptable *t, size_t i, size_t *len)
{
	*len = t->index[i].len;
	return t->keys.p + t->index[i].at;
}

static void more_slots(struct grouptable *t)
{
	size_t n = t->slots ? 2 * (t->mask + 1) : SLOTS_FIRST;

	free(t->slots);
	t->slots = mem_zalloc(n * sizeof(*t->slots));
	t->mask = n - 1;
	for (size_t i = 0; i < t->n; i++) {
		size_t slot = t->index[i].hash & t->mask;

		while (t->slots[slot])
			slot = (slot + 1) & t->mask;
		t->slots[slot] = (uint32_t)i + 1;
	}
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

/* The slot of a key, or the free one where it belongs. */
static uint32_t *find_slot(const struct grouptable *t, const void *key, size_t len, uint32_t hash)
{
	size_t slot = hash & t->mask;

	for (; t->slots[slot]; slot = (slot + 1) & t->mask) {
		const struct group_key *k = &t->index[t->slots[slot] - 1];

		if (k->hash == hash && k->len == len && !memcmp(t->keys.p + k->at, key, len))
			break;
	}
	return &t->slots[slot];
}

size_t grouptable_find(struct grouptable *t, const void *key, size_t len)
{
	uint32_t hash = (uint32_t)secret_hash(key, len), *slot;

	if (!t->slots || 2 * t->n > t->mask)
		more_slots(t);
	slot = find_slot(t, key, len, hash);
	if (!*slot)
		*slot = (uint32_t)add_group(t, key, len, hash) + 1;
	return *slot - 1;
}

bool grouptable_has(const struct grouptable *t, const void *key, size_t len)
{
	return t->slots && *find_slot(t, key, len, (uint32_t)secret_hash(key, len));
}

void grouptable_move(struct grouptable *from, struct grouptable *to)
{
	for (size_t i = 0; i < from->n; i++) {
		const struct group_state *state = grouptable_state(from, i);
		size_t len;
		const char *key = grouptable_key(from, i, &len);
		struct group_state *sum = grouptable_state(to, grouptable_find(to, key, len));

		sum->count += state->count;
		sum->rows += state->rows;
		for (size_t k = 0; k < to->tallies; k++)
			to->more += tally_merge(&sum->tallies[k], &state->tallies[k]);
	}
	grouptable_clear(from);
}

size_t grouptable_bytes(const struct grouptable *t)
{
	enum {
		SLOT_BYTES = 16 /* of a group, where half of the slots or more are free */
	};

	return t->n * (sizeof(*t->index) + t->state_size + SLOT_BYTES) + t->keys.len + t->more;
}

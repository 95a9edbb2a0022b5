/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/openspans.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "file/spill_array.h"

struct open_entry {
	struct openspans_key key;
	uint64_t last; /* OPENSPANS_NONE: the key has no open span any more */
};

enum {
	SLOTS_FIRST = 1024
};

struct openspans {
	struct hash table; /* of the slots in room */
	struct spill_array room;
	const char *spool_dir;
};

static bool entry_used(const void *slot)
{
	return ((const struct open_entry *)slot)->key.kind;
}

static uint64_t hash_of_key(const struct openspans_key *key)
{
	return hash_pair(hash_pair(key->owner, key->key), (uint64_t)key->part << 32 | key->kind);
}

static uint64_t hash_of_entry(const void *slot, const void *arg)
{
	(void)arg;
	return hash_of_key(&((const struct open_entry *)slot)->key);
}

static const struct hash_kind entries = {
	.size = sizeof(struct open_entry),
	.dense = true,
	.used = entry_used,
	.hash = hash_of_entry,
};

static bool same_key(const void *slot, const void *key)
{
	const struct openspans_key *a = &((const struct open_entry *)slot)->key, *b = key;

	return a->owner == b->owner && a->key == b->key && a->part == b->part && a->kind == b->kind;
}

/* Make empty slots; slots is a power of two. */
static void make_slots(struct openspans *o, size_t slots)
{
	o->room = (struct spill_array){ .p = NULL };
	spill_array_resize(&o->room, slots * sizeof(struct open_entry), o->spool_dir);
	memset(o->room.p, 0, slots * sizeof(struct open_entry));
	hash_use(&o->table, o->room.p, slots);
}

struct openspans *openspans_open(const char *spool_dir)
{
	struct openspans *o = mem_zalloc(sizeof(*o));

	o->spool_dir = spool_dir;
	make_slots(o, SLOTS_FIRST);
	return o;
}

void openspans_close(struct openspans *o)
{
	if (!o)
		return;
	spill_array_release(&o->room);
	free(o);
}

uint64_t *openspans_find(struct openspans *o, const struct openspans_key *key)
{
	struct open_entry *entry = hash_find(&o->table, &entries, hash_of_key(key), same_key, key);

	return entry ? &entry->last : NULL;
}

/* Keep only keys with open spans, and double the slots if most are still used. */
static void make_room(struct openspans *o)
{
	struct hash old = o->table;
	struct spill_array room = o->room;
	const struct open_entry *entry;
	size_t at = 0, open = 0, slots = old.mask + 1;

	while ((entry = hash_next(&old, &entries, &at)))
		open += entry->last != OPENSPANS_NONE;
	make_slots(o, open > old.n / 2 ? 2 * slots : slots);
	at = 0;
	while ((entry = hash_next(&old, &entries, &at)))
		if (entry->last != OPENSPANS_NONE)
			*(struct open_entry *)hash_place(&o->table, &entries,
							 hash_of_key(&entry->key)) = *entry;
	spill_array_release(&room);
}

uint64_t *openspans_put(struct openspans *o, const struct openspans_key *key)
{
	struct open_entry *entry;

	if (hash_is_full(&o->table, &entries))
		make_room(o);
	entry = hash_put(&o->table, &entries, NULL, hash_of_key(key), same_key, key);
	if (!entry->key.kind)
		*entry = (struct open_entry){ .key = *key, .last = OPENSPANS_NONE };
	return &entry->last;
}

uint64_t openspans_next(const struct openspans *o, size_t *at, struct openspans_key *key)
{
	const struct open_entry *entry;

	while ((entry = hash_next(&o->table, &entries, at))) {
		if (entry->last != OPENSPANS_NONE) {
			*key = entry->key;
			return entry->last;
		}
	}
	return OPENSPANS_NONE;
}

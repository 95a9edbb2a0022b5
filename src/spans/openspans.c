/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/openspans.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"

struct entry {
	struct openspans_key key;
	uint64_t last; /* OPENSPANS_NONE: no more */
	bool used;
};

struct openspans {
	struct hash table;
};

static bool entry_used(const void *slot)
{
	return ((const struct entry *)slot)->used;
}

static uint64_t hash_of_key(const struct openspans_key *key)
{
	return hash_pair(hash_pair(key->owner, key->key), (uint64_t)key->part << 32 | key->kind);
}

static uint64_t hash_of_entry(const void *slot, const void *arg)
{
	(void)arg;
	return hash_of_key(&((const struct entry *)slot)->key);
}

static const struct hash_kind entries = {
	.size = sizeof(struct entry),
	.used = entry_used,
	.hash = hash_of_entry,
};

static bool same_key(const void *slot, const void *key)
{
	const struct openspans_key *a = &((const struct entry *)slot)->key, *b = key;

	return a->owner == b->owner && a->key == b->key && a->part == b->part && a->kind == b->kind;
}

struct openspans *openspans_open(void)
{
	return mem_zalloc(sizeof(struct openspans));
}

void openspans_close(struct openspans *o)
{
	if (!o)
		return;
	hash_release(&o->table);
	free(o);
}

uint64_t *openspans_find(struct openspans *o, const struct openspans_key *key)
{
	struct entry *entry = hash_find(&o->table, &entries, hash_of_key(key), same_key, key);

	return entry ? &entry->last : NULL;
}

/* Keep the keys of open spans only, unless most are. */
static void forget_ended(struct openspans *o)
{
	struct hash kept = { NULL };
	const struct entry *entry;
	size_t at = 0, open = 0;

	while ((entry = hash_next(&o->table, &entries, &at)))
		open += entry->last != OPENSPANS_NONE;
	if (open > o->table.n / 2)
		return;
	at = 0;
	while ((entry = hash_next(&o->table, &entries, &at)))
		if (entry->last != OPENSPANS_NONE)
			*(struct entry *)hash_put(&kept, &entries, NULL, hash_of_key(&entry->key),
						  same_key, &entry->key) = *entry;
	hash_release(&o->table);
	o->table = kept;
}

uint64_t *openspans_put(struct openspans *o, const struct openspans_key *key)
{
	uint64_t hash = hash_of_key(key);
	struct entry *entry;

	/* It grows next: look first whether it has to. */
	if (hash_is_full(&o->table, &entries))
		forget_ended(o);
	entry = hash_put(&o->table, &entries, NULL, hash, same_key, key);
	if (!entry->used)
		*entry = (struct entry){ .key = *key, .last = OPENSPANS_NONE, .used = true };
	return &entry->last;
}

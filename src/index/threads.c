/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/threads.h"

#include <stdlib.h>

#include "base/mem.h"
#include "index/format.h"

__extension__ typedef unsigned __int128 uint128;

enum {
	SLOTS_MIN = 1024
};

static uint64_t hash(const struct threads *t, uint32_t pid, uint32_t tid)
{
	uint128 product = (uint128)(((uint64_t)pid << 32 | tid) ^ t->secret[0]) * t->secret[1];

	return (uint64_t)(product ^ product >> 64);
}

static uint32_t *find(const struct threads *t, const struct pages *table, uint32_t pid,
		      uint32_t tid)
{
	for (uint64_t i = hash(t, pid, tid);; i++) {
		uint32_t *slot = &t->slots[i & t->mask];
		const struct thread_entry *entry;

		if (!*slot)
			return slot;
		entry = pages_at(table, *slot);
		if (entry->pid == pid && entry->tid == tid)
			return slot;
	}
}

/* All find their places again. */
static void resize(struct threads *t, const struct pages *table, uint64_t slots)
{
	free(t->slots);
	t->slots = mem_zalloc(slots * sizeof(*t->slots));
	t->mask = slots - 1;
	secret_get(t->secret);
	t->secret[1] |= 1;
	threads_know(t, table);
}

void threads_know(struct threads *t, const struct pages *table)
{
	uint64_t n = pages_count(table), slots = SLOTS_MIN;

	while (slots / 2 <= n)
		slots *= 2;
	if (!t->slots || slots > t->mask + 1) {
		resize(t, table, slots);
		return;
	}
	for (uint64_t i = 1; i < n; i++) {
		const struct thread_entry *entry = pages_at(table, i);

		*find(t, table, entry->pid, entry->tid) = (uint32_t)i;
	}
}

uint32_t threads_number(struct threads *t, struct pages *table, uint32_t pid, uint32_t tid)
{
	struct thread_entry entry = { pid, tid };
	uint64_t n = pages_count(table);
	uint32_t *slot, known;

	if (!t->slots || (n > t->mask / 2 && n < THREADS_MAX))
		threads_know(t, table);
	slot = find(t, table, pid, tid);
	known = *slot;
	if (known)
		return known;
	if (n >= THREADS_MAX)
		return THREADS_FULL;
	pages_add(table, &entry);
	return *slot = (uint32_t)n;
}

void threads_release(struct threads *t)
{
	free(t->slots);
	*t = (struct threads){ 0 };
}

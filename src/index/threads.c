/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/threads.h"

#include "index/format.h"

/* A thread to look up. */
struct wanted_thread {
	const struct pages *table;
	struct thread_entry entry;
};

static uint64_t hash_entry(const struct thread_entry *entry)
{
	return hash_u64((uint64_t)entry->pid << 32 | entry->tid);
}

static uint64_t hash_of(const void *slot, const void *table)
{
	return hash_entry(pages_at(table, *(const uint32_t *)slot));
}

static bool is_same(const void *slot, const void *key)
{
	const struct wanted_thread *w = key;
	const struct thread_entry *entry = pages_at(w->table, *(const uint32_t *)slot);

	return entry->pid == w->entry.pid && entry->tid == w->entry.tid;
}

static const struct hash_kind kind = { sizeof(uint32_t), false, hash_number_used, hash_of };

static uint32_t *find_thread(struct threads *t, const struct wanted_thread *w)
{
	return hash_put(&t->numbers, &kind, w->table, hash_entry(&w->entry), is_same, w);
}

void threads_know(struct threads *t, const struct pages *table)
{
	uint64_t n = pages_count(table);

	for (uint64_t i = 1; i < n; i++) {
		const struct thread_entry *entry = pages_at(table, i);

		*find_thread(t, &(struct wanted_thread){ table, *entry }) = (uint32_t)i;
	}
}

uint32_t threads_number(struct threads *t, struct pages *table, uint32_t pid, uint32_t tid)
{
	struct wanted_thread w = { table, { pid, tid } };
	uint64_t n = pages_count(table), hash = hash_entry(&w.entry);
	const uint32_t *known;

	if (!t->numbers.slots)
		threads_know(t, table);
	known = hash_find(&t->numbers, &kind, hash, is_same, &w);
	if (known)
		return *known;
	if (n >= THREADS_MAX)
		return THREADS_FULL;
	pages_add(table, &w.entry);
	return *find_thread(t, &w) = (uint32_t)n;
}

void threads_release(struct threads *t)
{
	hash_release(&t->numbers);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index/history_recent.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void history_recent_init(struct history_recent *r, size_t entry)
{
	*r = (struct history_recent){ .entry = entry };
}

void history_recent_release(struct history_recent *r)
{
	free(r->p);
	free(r->merged);
}

static uint8_t *entry_at(const struct history_recent *r, size_t i)
{
	return r->p + i * r->entry;
}

/* Sort n entries from number `first` on; n is small. */
static void sort_few(struct history_recent *r, size_t first, size_t n)
{
	for (size_t i = first + 1; i < first + n; i++) {
		size_t to = i;

		while (to > first && history_compare(entry_at(r, to - 1), entry_at(r, i)) > 0)
			to--;
		if (to == i)
			continue;
		memcpy(r->merged, entry_at(r, i), r->entry);
		memmove(entry_at(r, to + 1), entry_at(r, to), (i - to) * r->entry);
		memcpy(entry_at(r, to), r->merged, r->entry);
	}
}

/* Merge two groups of n entries, from number `first` on. Equal entries keep their order. */
static void merge(struct history_recent *r, size_t first, size_t n)
{
	const uint8_t *a = r->merged, *a_end = a + n * r->entry;
	const uint8_t *b = entry_at(r, first + n), *b_end = entry_at(r, first + 2 * n);
	uint8_t *to = entry_at(r, first);

	if (history_compare(b - r->entry, b) <= 0)
		return;
	memcpy(r->merged, to, n * r->entry);
	for (; a < a_end && b < b_end; to += r->entry) {
		const uint8_t **from = history_compare(a, b) <= 0 ? &a : &b;

		memcpy(to, *from, r->entry);
		*from += r->entry;
	}
	/* What is left of the second group is in its place. */
	memcpy(to, a, (size_t)(a_end - a));
}

void history_recent_add(struct history_recent *r, const void *entry)
{
	if (!r->p) {
		r->p = mem_alloc(HISTORY_RUN * r->entry);
		r->merged = mem_alloc(HISTORY_RUN / 2 * r->entry);
	}
	memcpy(entry_at(r, r->n++), entry, r->entry);
	if (r->n % HISTORY_GROUP)
		return;
	sort_few(r, r->n - HISTORY_GROUP, HISTORY_GROUP);
	for (size_t size = HISTORY_GROUP; r->n % (2 * size) == 0; size *= 2)
		merge(r, r->n - 2 * size, size);
}

bool history_recent_next(const struct history_recent *r, size_t *at, struct history_group *group)
{
	size_t left = r->n - *at, size = HISTORY_RUN;
	bool sorted = left >= HISTORY_GROUP;

	if (!left)
		return false;
	while (size > left)
		size /= 2;
	*group = (struct history_group){ entry_at(r, *at), sorted ? size : left, sorted };
	*at += group->n;
	return true;
}

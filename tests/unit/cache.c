/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slot of a cache that makes room, the entry that goes, and searches in sorted lists. */
#include "base/cache.h"

#include "base/search.h"
#include "tap.h"

enum {
	SLOTS = 4
};

static void test_slots(void)
{
	struct cache cache = { 0 };

	for (size_t i = 0; i < SLOTS; i++) {
		is_uint(cache_oldest(&cache, SLOTS), i, "slot %zu is empty", i);
		cache_use(&cache, i);
	}
	is_uint(cache_oldest(&cache, SLOTS), 0, "the first one was used first");
	cache_use(&cache, 0);
	cache_use(&cache, 2);
	is_uint(cache_oldest(&cache, SLOTS), 1, "not those that were used again");
	cache_clear(&cache, 3);
	ok(!cache_has(&cache, 3) && cache_has(&cache, 1), "one slot is empty");
	is_uint(cache_oldest(&cache, SLOTS), 3, "an empty one goes first");
	is_uint(cache_oldest(&cache, 3), 1, "of fewer slots");
}

static struct cache_spare spare_of(const struct cache_entry *entries)
{
	struct cache_spare spare = { 0 };

	for (size_t i = 0; i < SLOTS; i++)
		cache_consider(&spare, &entries[i], i);
	return spare;
}

static void test_entries(void)
{
	struct cache_entry entries[SLOTS] = { 0 };
	uint64_t clock = 0;

	for (size_t i = SLOTS; i--;)
		cache_hold(&entries[i], &clock);
	is_uint(spare_of(entries).n, 0, "all are held");
	cache_hold(&entries[3], &clock);
	for (size_t i = 0; i < SLOTS; i++)
		entries[i].holders--;
	is_uint(spare_of(entries).n, 3, "one is still held");
	is_uint(spare_of(entries).oldest, 2, "the first of the others goes");
	entries[3].holders--;
	is_uint(spare_of(entries).n, SLOTS, "nobody holds one");
	is_uint(spare_of(entries).oldest, 2, "it was held again");
}

/* Every length, and every place in it, against a plain search. */
static void test_search(void)
{
	static const int list[] = { 1, 3, 3, 3, 8, 9 };
	unsigned wrong = 0;

	for (size_t n = 0; n <= sizeof(list) / sizeof(list[0]); n++) {
		for (int wanted = 0; wanted < 11; wanted++) {
			size_t first = 0;

			while (first < n && list[first] < wanted)
				first++;
			wrong += search_first(0, n, i, list[i] < wanted) != first;
		}
	}
	is_uint(wrong, 0, "the first that is not less");
	is_uint(search_first(2, 6, i, list[i] < 3), 2, "of a part of a list");
	is_uint(search_first(1, 0, i, list[i] < 3), 1, "of nothing");
}

int main(void)
{
	test_slots();
	test_entries();
	test_search();
	return done_testing();
}

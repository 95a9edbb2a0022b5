/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hash table, with keys in its slots and elsewhere, and where hostile ones go. */
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "tap.h"

enum {
	KEYS = 20000,
	SECRETS = 100
};

/* ---- keys that are texts outside of the table ---- */

static char texts[KEYS][16];

static uint64_t hash_of(const void *slot, const void *arg)
{
	const char(*list)[16] = arg;
	const char *text = list[*(const uint32_t *)slot - 1];

	return hash_bytes(text, strlen(text));
}

static bool is_same(const void *slot, const void *key)
{
	return !strcmp(texts[*(const uint32_t *)slot - 1], key);
}

static const struct hash_kind numbers = { sizeof(uint32_t), false, hash_number_used, hash_of };

static uint32_t *put(struct hash *h, const char *text)
{
	return hash_put(h, &numbers, texts, hash_bytes(text, strlen(text)), is_same, text);
}

static const uint32_t *get(const struct hash *h, const char *text)
{
	return hash_find(h, &numbers, hash_bytes(text, strlen(text)), is_same, text);
}

static void test_texts(void)
{
	struct hash h = { NULL };
	size_t wrong = 0, seen = 0, i = 0;

	ok(!get(&h, "k0"), "a zeroed table is empty");
	is_int(hash_memory(&h, &numbers), 0, "... and takes no memory");
	for (uint32_t k = 0; k < KEYS; k++) {
		uint32_t *slot;

		snprintf(texts[k], sizeof(texts[k]), "k%u", k);
		slot = put(&h, texts[k]);
		wrong += *slot != 0;
		*slot = k + 1;
	}
	is_int(wrong, 0, "slots of new keys are free");
	is_int(h.n, KEYS, "each is counted once");
	for (uint32_t k = 0; k < KEYS; k++)
		wrong += !get(&h, texts[k]) || *get(&h, texts[k]) != k + 1 || !*put(&h, texts[k]);
	is_int(wrong, 0, "all are found, and put again where they are");
	is_int(h.n, KEYS, "... without being counted again");
	ok(!get(&h, "k20000"), "one that was not put is not");
	ok(2 * h.n <= h.mask + 1, "half of the slots are free where keys are elsewhere");
	while (hash_next(&h, &numbers, &i))
		seen++;
	is_int(seen, KEYS, "a walk sees each once");
	hash_clear(&h, &numbers);
	ok(!get(&h, "k1") && !h.n && hash_memory(&h, &numbers), "cleared, the memory stays");
	hash_release(&h);
	is_int(hash_memory(&h, &numbers), 0, "released, it does not");
}

/* ---- slots that somebody else brings ---- */

static void test_brought(void)
{
	uint32_t slots[16] = { 0 };
	struct hash h;
	uint32_t n = 0;

	hash_use(&h, slots, 16);
	while (!hash_is_full(&h, &numbers)) {
		uint32_t *slot = hash_place(&h, &numbers, 15); /* all at the last one */

		*slot = ++n;
	}
	is_int(n, 8, "a table of 16 slots is full with 8");
	is_int(slots[15], 1, "the first is at its place");
	ok(slots[0] == 2 && slots[6] == 8 && !slots[7], "the others behind, from the beginning on");
	is_int(*(uint32_t *)hash_seek(&h, &numbers, 15, is_same, texts[4]), 5,
	       "one of them is found there");
}

/* ---- maps ---- */

static void test_map(void)
{
	struct map map = { 0 }, copy;
	size_t wrong = 0;
	bool fresh;

	ok(!map_get(&map, 0), "a zeroed map is empty");
	for (uint64_t i = 0; i < KEYS; i++) {
		*map_put(&map, i << 32, &fresh) = (uint32_t)i;
		wrong += !fresh;
	}
	copy = map_copy(&map);
	for (uint64_t i = 0; i < KEYS; i++)
		*map_put(&map, i << 32, &fresh) += 1;
	for (uint64_t i = 0; i < KEYS; i++)
		wrong += !map_get(&map, i << 32) || *map_get(&map, i << 32) != i + 1 ||
			 *map_get(&copy, i << 32) != i;
	is_int(wrong, 0, "what was put is there, key 0 and value 0 as well; a copy is another map");
	is_int(map_count(&map), KEYS, "... and counted");
	ok(!map_get(&map, 1), "another key is not there");
	ok(map_memory(&map) >= KEYS * 16 && map_memory(&map) <= 4 * KEYS * 16,
	   "its memory is accounted");
	map_release(&map);
	map_release(&copy);
}

/* ---- keys that are made to meet ---- */

/* What a key costs on the average: the slots that are looked at until it is found. */
static size_t steps(uint64_t (*key)(uint64_t))
{
	size_t all = 0, size = 4 * KEYS - 1;
	uint32_t *slots;
	struct hash h;

	for (size = 1; size < 2 * KEYS; size *= 2)
		;
	slots = mem_zalloc(size * sizeof(*slots));
	hash_use(&h, slots, size);
	for (uint64_t i = 0; i < KEYS; i++) {
		const uint32_t *first = slots + (hash_u64(key(i)) & h.mask);
		uint32_t *slot = hash_place(&h, &numbers, hash_u64(key(i)));

		*slot = 1;
		all += ((size_t)(slot - first) & h.mask) + 1;
	}
	free(slots);
	return all / KEYS;
}

/* The most of many processes, which differ in their secrets. */
static size_t most_steps(uint64_t (*key)(uint64_t))
{
	const uint64_t words[] = { secret_words[0], secret_words[1] };
	size_t most = steps(key);

	for (uint64_t n = 1; n < SECRETS; n++) {
		const uint64_t other = ~n;
		uint64_t first = secret_hash(&n, sizeof(n));

		secret_words[1] = secret_hash(&other, sizeof(other)) | 1;
		secret_words[0] = first;
		most = steps(key) > most ? steps(key) : most;
	}
	secret_words[0] = words[0];
	secret_words[1] = words[1];
	return most;
}

static uint64_t of_pages(uint64_t i)
{
	return i << 12;
}

static uint64_t of_high_bits(uint64_t i)
{
	return i << 48;
}

static uint64_t inverse(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 6; i++)
		x *= 2 - odd * x;
	return x;
}

/* All meet in a table that multiplies with the golden ratio. */
static uint64_t of_the_golden_ratio(uint64_t i)
{
	return (i << 48) * inverse(0x9e3779b97f4a7c15u);
}

int main(void)
{
	test_texts();
	test_brought();
	test_map();
	ok(most_steps(of_pages) <= 4, "addresses of pages have places of their own");
	ok(most_steps(of_high_bits) <= 4, "so have keys that differ in high bits");
	ok(most_steps(of_the_golden_ratio) <= 4, "so have those that were made to meet");
	ok(hash_pair(1, 2) != hash_pair(2, 1), "of two numbers, it matters which is the first");
	ok(hash_u64(0) && hash_u64(0) != hash_u64(1), "0 is a key as others are");
	return done_testing();
}

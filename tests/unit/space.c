/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/space.h"

#include "tap.h"

static uint64_t state = 88172645463325252u;

static uint64_t rnd(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* The definition: the last region of those from..to that covers addr. */
static const struct region *by_hand(const struct space *space, uint64_t addr, uint32_t from,
				    uint32_t to)
{
	const struct region *found = NULL;

	for (uint32_t i = from; i < to; i++) {
		const struct region *region = space_region(space, i);

		if (region->start <= addr && addr < region->end)
			found = region;
	}
	return found;
}

static void fill(struct space *space, size_t n, uint64_t addresses)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t start = rnd(addresses);
		struct region region = {
			.start = start,
			.end = start + 1 + rnd(1 + rnd(addresses)),
			.row = i,
		};

		space_add(space, &region);
	}
}

static void compare(size_t n, uint64_t addresses)
{
	struct space space;
	size_t wrong = 0, hits = 0;

	space_init(&space, NULL);
	fill(&space, n, addresses);
	for (size_t i = 0; i < 3000; i++) {
		uint64_t addr = rnd(addresses * 2);
		uint32_t from = (uint32_t)rnd(n), to = (uint32_t)rnd(n + 1);
		const struct region *found = space_find(&space, addr, from, to);

		wrong += found != by_hand(&space, addr, from, to);
		hits += found != NULL;
	}
	is_uint(wrong, 0, "%zu regions of %llu addresses: each look-up is right", n,
		(unsigned long long)addresses);
	ok(n < 8 || hits > 100, "... and many find something (%zu)", hits);
	space_release(&space);
}

struct picture {
	struct space *space;
	uint32_t from, to;
	uint64_t last, covered;
	size_t wrong, parts;
};

static bool look(void *arg, const struct region *region, uint64_t start, uint64_t end)
{
	struct picture *p = arg;

	p->wrong += start < p->last || end <= start;
	for (uint64_t addr = start; addr < end; addr++)
		p->wrong += by_hand(p->space, addr, p->from, p->to) != region;
	p->covered += end - start;
	p->last = end;
	p->parts++;
	return true;
}

static void compare_all(void)
{
	struct space space;
	size_t wrong = 0;

	space_init(&space, NULL);
	fill(&space, 60, 300);
	for (uint32_t to = 1; to <= 60; to += 7) {
		struct picture p = { .space = &space, .from = to / 3, .to = to };
		uint64_t covered = 0;

		space_each(&space, p.from, to, look, &p);
		for (uint64_t addr = 0; addr < 700; addr++)
			covered += by_hand(&space, addr, p.from, to) != NULL;
		wrong += p.wrong + (covered != p.covered) + !p.parts;
	}
	is_uint(wrong, 0,
		"all that is visible: in order, each part where it belongs, nothing left out");
	space_release(&space);
}

/* By hand: two libraries, the second over the end of the first; then others. */
static void example(void)
{
	struct space space;

	space_init(&space, NULL);
	ok(!space_find(&space, 0, 0, 0), "nothing is mapped");
	space_add(&space, &(struct region){ 0x1000, 0x3000, 0, 1 });
	space_add(&space, &(struct region){ 0x2000, 0x4000, 0, 2 });
	ok(!space_add(&space, &(struct region){ 0x5000, 0x5000, 0, 3 }), "an empty one is refused");
	ok(!space_add(&space, &(struct region){ 0x5000, 0x4000, 0, 3 }), "so is one that wraps");
	space_add(&space, &(struct region){ 0x2000, UINT64_MAX, 0, 4 });
	ok(!space_find(&space, 0x1000, 0, 0), "before it was mapped");
	is_uint(space_find(&space, 0x2fff, 0, 1)->row, 1, "the first one, before the second");
	is_uint(space_find(&space, 0x2fff, 0, 2)->row, 2, "hidden by the second from then on");
	is_uint(space_find(&space, 0x1fff, 0, 2)->row, 1, "the part that is not hidden");
	ok(!space_find(&space, 0x4000, 0, 2), "the end is not included");
	ok(!space_find(&space, 0x1fff, 2, 2), "cleared");
	is_uint(space_find(&space, UINT64_MAX - 1, 2, 3)->row, 4, "up to the end of all addresses");
	ok(!space_find(&space, 0x1fff, 2, 3), "what was cleared stays so");
	is_uint(space_find(&space, 0x1fff, 0, 2)->row, 1, "but not before");
	space_release(&space);
}

/*
 * A million regions, as a just-in-time compiler makes them: adjacent ones, and each place
 * repeatedly. The tree is at most four times as large as that of a quarter, and in a file.
 */
static size_t many(uint32_t n)
{
	struct space space;
	size_t wrong = 0, size;

	space_init(&space, NULL);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t at = 0x7f0000000000u + (uint64_t)(i % (n / 4)) * 0x1000;

		space_add(&space, &(struct region){ at, at + 0x1000 + i % 3 * 0x1000, 0, i });
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = (uint32_t)rnd(n), to = k + 1;
		const struct region *found =
			space_find(&space, space_region(&space, k)->start, 0, to);

		wrong += !found || found->row != k;
	}
	is_uint(wrong, 0, "%u regions: each look-up is right", n);
	ok(space_heap(&space) < 600 << 10, "... and they are not on the heap");
	size = space.items.size + space.first.size + space.bounds.size;
	space_release(&space);
	return size;
}

static void cost(void)
{
	size_t quarter = many(250000), all = many(1000000);

	ok(all <= 4 * quarter + 64 && all < 64u * 1000000, "the tree grows as the regions do: %zu",
	   all);
}

/* A process number that several processes use in turn, all with the same mappings. */
static void again(void)
{
	enum {
		LIVES = 300,
		MAPPINGS = 10
	};
	struct space space;

	space_init(&space, NULL);
	for (uint64_t i = 0; i < LIVES * MAPPINGS; i++) {
		uint64_t start = i % MAPPINGS * 0x2000;

		space_add(&space, &(struct region){ start, start + 0x1000, i, i });
	}
	space_find(&space, 0, 0, space.n);
	ok(2 * space_heap(&space) < 3 * space.n * sizeof(struct region),
	   "%u regions at %u places take %zu bytes", space.n, MAPPINGS, space_heap(&space));
	space_release(&space);
}

int main(void)
{
	example();
	compare(1, 10);
	compare(7, 20);
	compare(100, 50);
	compare(500, 1000);
	compare(1000, 1000000000);
	compare(3000, 64);
	compare_all();
	cost();
	again();
	return done_testing();
}

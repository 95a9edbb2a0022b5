/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state/maps.h"

#include "base/buf.h"
#include "tap.h"

/* The address space of the kernel. */
#define KERNEL (3u << STATE_NUMBER_BITS)

static struct history states;

static void add(uint64_t row, uint64_t time, uint32_t pid, enum state_what what, uint64_t start,
		uint64_t end)
{
	struct state_entry e = { { time, row, pid, what }, start, end };

	history_add(&states, &e);
}

static struct maps *open_maps(bool timed)
{
	struct maps *maps = maps_open(timed, NULL);

	maps_use(maps, &(struct maps_source){ .states = &states, .rows = UINT64_MAX }, 1);
	return maps;
}

/* The row of the mapping there, -1: none. */
static int64_t row_at(struct maps *maps, uint32_t pid, uint64_t addr, uint64_t time)
{
	struct region region;
	struct maps_moment at = { time, UINT64_MAX };

	return maps_find(maps, pid, addr, at, &region) == MAPS_FOUND ? (int64_t)region.row : -1;
}

static enum maps_found why(struct maps *maps, uint32_t pid, uint64_t addr, uint64_t time)
{
	struct region region;

	return maps_find(maps, pid, addr, (struct maps_moment){ time, UINT64_MAX }, &region);
}

static uint64_t version(struct maps *maps, uint32_t pid, uint64_t time)
{
	return maps_version(maps, pid, (struct maps_moment){ time, UINT64_MAX }, NULL);
}

static bool add_text(void *arg, const struct region *map, uint64_t start, uint64_t end)
{
	buf_addf(arg, "%llx-%llx:%llu ", (unsigned long long)start, (unsigned long long)end,
		 (unsigned long long)map->row);
	return true;
}

static void is_all(struct maps *maps, uint32_t pid, uint64_t time, const char *want,
		   const char *what)
{
	struct buf text = BUF_INIT;

	maps_each(maps, pid, (struct maps_moment){ time, UINT64_MAX }, add_text, &text);
	is_str(text.p, want, "%s", what);
	buf_release(&text);
}

/* A version holds for all moments of its span, and changes when a mapping is made. */
static void is_span(struct maps *maps, uint32_t pid, uint64_t time, uint64_t since, uint64_t until)
{
	struct maps_span span;
	uint64_t number = maps_version(maps, pid, (struct maps_moment){ time, UINT64_MAX }, &span);

	is_uint(span.since.time, since, "%llu: since", (unsigned long long)time);
	is_uint(span.until.time, until, "%llu: until", (unsigned long long)time);
	ok(maps_within(&span, (struct maps_moment){ time, UINT64_MAX }), "... which it is in");
	ok(number == version(maps, pid, time), "... with the number that it has");
}

/* Versions of the family below: a number for its mappings. */
static void versions(struct maps *maps)
{
	ok(version(maps, 10, 119) != version(maps, 10, 120), "a mapping is something new");
	ok(version(maps, 10, 120) == version(maps, 10, 319), "nothing new until the next");
	ok(version(maps, 10, 319) != version(maps, 10, 320), "one in the place of another");
	ok(version(maps, 30, 210) == version(maps, 10, 210), "a child has what it inherits");
	ok(version(maps, 30, 900) == version(maps, 30, 210), "not what the parent maps then");
	ok(version(maps, 20, 299) != version(maps, 20, 300), "and what it maps itself");
	ok(version(maps, 21, 310) == version(maps, 20, 310), "a grandchild has that, too");
	ok(version(maps, 20, 399) != version(maps, 20, 400), "exec clears");
	ok(version(maps, 20, 400) != version(maps, 20, 410), "behind exec");
	is_span(maps, 10, 150, 120, 320);
	is_span(maps, 20, 310, 300, 400);
	is_span(maps, 20, 405, 400, 410);
	is_span(maps, 30, 900, 210, UINT64_MAX);
}

/*
 * Process 10 maps a program and a library and forks 20 and 30. 20 maps something over the
 * library's end, forks 21 and calls exec; 30 stays as it is. 10 goes on to map over all of the
 * library. Later the number 20 is used again, by a child of 30.
 */
static void family(void)
{
	struct maps *maps;

	history_init(&states, sizeof(struct state_entry), NULL);
	add(0, 0, KERNEL, STATE_MAP, 0xffff0000, 0xffffffff);
	add(1, 100, 10, STATE_EXEC, 0, 0);
	add(2, 110, 10, STATE_MAP, 0x1000, 0x3000);
	add(3, 120, 10, STATE_MAP, 0x8000, 0xa000);
	add(4, 200, 20, STATE_FORK, 10, 0);
	add(5, 210, 30, STATE_FORK, 10, 0);
	add(6, 300, 20, STATE_MAP, 0x9000, 0xb000);
	add(7, 310, 21, STATE_FORK, 20, 0);
	add(8, 320, 10, STATE_MAP, 0x8000, 0xa000);
	add(9, 400, 20, STATE_EXEC, 0, 0);
	add(10, 410, 20, STATE_MAP, 0x1000, 0x2000);
	add(11, 500, 20, STATE_EXIT, 0, 0);
	add(12, 600, 20, STATE_FORK, 30, 0);
	add(13, 700, KERNEL, STATE_MAP, 0xffff8000, 0xffff9000);
	add(14, 800, KERNEL, STATE_UNMAP, 0xffff8000, 0xffff9000);
	maps = open_maps(true);

	is_int(row_at(maps, 10, 0x8000, 119), -1, "before it was mapped");
	is_int(row_at(maps, 10, 0x8000, 120), 3, "from then on");
	is_int(row_at(maps, 10, 0x8000, 320), 8, "until something else is there");
	is_int(row_at(maps, 20, 0x1000, 199), -1, "before the fork there is no child");
	is_int(row_at(maps, 20, 0x2fff, 200), 2, "a child has what its parent had");
	is_int(row_at(maps, 20, 0x9000, 299), 3, "... all of it");
	is_int(row_at(maps, 20, 0x9000, 300), 6, "... but for what it maps itself");
	is_int(row_at(maps, 20, 0x8fff, 399), 3, "what the parent maps later is not the child's");
	is_int(row_at(maps, 30, 0x9000, 9999), 3, "nor is it another child's");
	is_int(row_at(maps, 21, 0x9000, 9999), 6, "a grandchild has what the child had");
	is_int(row_at(maps, 21, 0x8000, 9999), 3, "... and what that had of its parent");
	is_int(row_at(maps, 20, 0x8000, 400), -1, "exec clears what was inherited");
	is_int(row_at(maps, 20, 0xa000, 400), -1, "... and what was its own");
	is_int(row_at(maps, 20, 0x1000, 410), 10, "what is mapped behind exec");
	is_int(row_at(maps, 20, 0x1000, 599), 10, "is there behind the exit, too");
	is_int(row_at(maps, 20, 0x1000, 600), 2, "a new process of the number has its parent's");
	is_int(row_at(maps, 20, 0x9000, 600), 3, "... all of it");
	is_int(row_at(maps, 20, 0x9000, 350), 6, "and the past is as it was");
	is_int(row_at(maps, 99, 0x1000, 350), -1, "a process that nobody knows");
	is_int(row_at(maps, KERNEL, 0xffff8000, 1), 0, "the kernel");
	is_int(row_at(maps, KERNEL, 0xffff8000, 700), 13, "code that was added to it");
	is_int(row_at(maps, KERNEL, 0xffff8000, 800), -1, "... and removed");

	is_all(maps, 10, 250, "1000-3000:2 8000-a000:3 ", "all of a process");
	is_all(maps, 20, 250, "1000-3000:2 8000-a000:3 ", "all that is inherited");
	is_all(maps, 21, 9999, "1000-3000:2 8000-9000:3 9000-b000:6 ", "over two generations");
	is_all(maps, 20, 450, "1000-2000:10 ", "behind exec");
	is_all(maps, 99, 450, "", "nothing");
	is_all(maps, KERNEL, 900, "ffff0000-ffff8000:0 ffff9000-ffffffff:0 ", "with a hole");

	is_int(why(maps, 10, 0x8000, 119), MAPS_LATER, "why not: not yet");
	is_int(why(maps, 20, 0xa000, 450), MAPS_BEFORE, "... before exec");
	is_int(why(maps, 10, 0x7000, 450), MAPS_NOTHING, "... never");
	is_int(why(maps, 99, 0x7000, 450), MAPS_UNKNOWN, "... who is that");

	is_uint(version(maps, 10, 330), version(maps, 10, 999), "nothing has changed: one version");
	ok(version(maps, 10, 319) != version(maps, 10, 320), "something has: another");
	is_uint(version(maps, 20, 250), version(maps, 10, 250), "a child is as its parent is");
	is_uint(version(maps, 20, 250), version(maps, 20, 299), "... whatever that maps later");
	ok(version(maps, 20, 300) != version(maps, 20, 299), "... but for what it maps itself");
	versions(maps);

	add(15, 1000, 10, STATE_MAP, 0x20000, 0x21000);
	is_int(row_at(maps, 10, 0x20000, 1000), -1, "what is added later");
	maps_use(maps, &(struct maps_source){ .states = &states, .rows = UINT64_MAX }, 1);
	is_int(row_at(maps, 10, 0x20000, 1000), 15, "what is added later is seen");
	maps_close(maps);
	history_release(&states);
}

/* A child that covers the middle of its parent's mapping, and more. */
static void layers(void)
{
	struct maps *maps;

	history_init(&states, sizeof(struct state_entry), NULL);
	add(0, 0, 1, STATE_MAP, 0x1000, 0x9000);
	add(1, 0, 1, STATE_MAP, 0xa000, 0xb000);
	add(2, 0, 1, STATE_MAP, 0xc000, 0xd000);
	add(3, 5, 2, STATE_FORK, 1, 0);
	add(4, 6, 2, STATE_MAP, 0x0, 0x2000);
	add(5, 6, 2, STATE_MAP, 0x3000, 0x4000);
	add(6, 6, 2, STATE_MAP, 0x8000, 0xa800);
	add(7, 6, 2, STATE_MAP, 0xf000, 0xffff);
	maps = open_maps(true);
	is_all(maps, 2, 6,
	       "0-2000:4 2000-3000:0 3000-4000:5 4000-8000:0 8000-a800:6 a800-b000:1 c000-d000:2 "
	       "f000-ffff:7 ",
	       "a child over its parent");
	maps_close(maps);
	history_release(&states);
}

enum {
	CHAIN = 3000,
	CHAIN_MIDDLE = 500,    /* has a mapping of its own */
	CHAIN_REACH = 1024 - 1 /* generations that are followed */
};

/* Process i + 1 is a child of i. */
static void check_chain(struct maps *maps, uint32_t i)
{
	uint64_t now = CHAIN + 10;
	bool first = i <= CHAIN_REACH;
	bool middle = i >= CHAIN_MIDDLE && i - CHAIN_MIDDLE <= CHAIN_REACH;

	if (row_at(maps, i + 1, 0x1000, now) != (first ? 0 : -1) ||
	    row_at(maps, i + 1, 0x5000, now) != (middle ? CHAIN + 1 : -1) ||
	    row_at(maps, i + 1, 0x1000, i) != (!i && first ? 0 : -1) ||
	    maps_count(maps, i + 1, (struct maps_moment){ now, UINT64_MAX }) !=
		    (uint64_t)first + middle)
		ok(false, "process %u of a chain", i);
}

/* Each process is a child of the one before; questions come in several orders. */
static void chain(void)
{
	static const uint32_t steps[] = { 1, CHAIN - 1, 7, 1009 };

	history_init(&states, sizeof(struct state_entry), NULL);
	add(0, 0, 1, STATE_MAP, 0x1000, 0x2000);
	for (uint32_t i = 1; i < CHAIN; i++)
		add(i, i + 1, i + 1, STATE_FORK, i, 0);
	add(CHAIN + 1, CHAIN_MIDDLE + 1, CHAIN_MIDDLE + 1, STATE_MAP, 0x5000, 0x6000);
	for (size_t k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
		struct maps *maps = open_maps(true);

		for (uint32_t i = 0, at = 0; i < CHAIN; i++, at = (at + steps[k]) % CHAIN)
			check_chain(maps, at);
		maps_close(maps);
	}
	ok(true, "a chain of forks");
	history_release(&states);
}

enum {
	OWN_CHAIN = 200,
	OWN_REACH = 8 - 1,
	FULL_REACH = 4 - 1 /* where each has many */
};

/* Each process of a chain also has mappings of its own. */
static void own_chain(uint32_t each, uint32_t reach)
{
	static const uint32_t steps[] = { 1, OWN_CHAIN - 1, 7 };
	unsigned wrong = 0;
	uint64_t row = 0;

	history_init(&states, sizeof(struct state_entry), NULL);
	add(row++, 0, 1, STATE_MAP, 0x1000, 0x2000);
	for (uint32_t i = 1; i < OWN_CHAIN; i++) {
		add(row++, i, i + 1, STATE_FORK, i, 0);
		for (uint32_t k = 0; k < each; k++, row++)
			add(row, i, i + 1, STATE_MAP, 0x10000 * row, 0x10000 * row + 1);
	}
	for (size_t k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
		struct maps *maps = open_maps(true);

		for (uint32_t i = 0, at = 0; i < OWN_CHAIN; i++, at = (at + steps[k]) % OWN_CHAIN)
			wrong += row_at(maps, at + 1, 0x1000, row) != (at <= reach ? 0 : -1);
		maps_close(maps);
	}
	is_uint(wrong, 0, "a chain of processes with %u mappings of their own", each);
	history_release(&states);
}

/* Parents that make a circle, and a recording without times. */
static void odd(void)
{
	struct region region;
	struct maps *maps;

	history_init(&states, sizeof(struct state_entry), NULL);
	add(0, 0, 1, STATE_FORK, 2, 0);
	add(1, 0, 2, STATE_FORK, 1, 0);
	add(2, 0, 3, STATE_FORK, 3, 0);
	add(3, 0, 4, STATE_MAP, 0x1000, 0x2000);
	add(4, 0, 4, STATE_EXEC, 0, 0);
	maps = open_maps(false);
	is_int(row_at(maps, 1, 0x1000, 9), -1, "a circle of parents ends");
	is_int(row_at(maps, 3, 0x1000, 9), -1, "a process that is its own parent");
	is_all(maps, 1, 9, "", "all of a circle");
	is_int(maps_find(maps, 4, 0x1000, (struct maps_moment){ 0, 3 }, &region), MAPS_FOUND,
	       "without times rows are moments: before exec");
	is_int(maps_find(maps, 4, 0x1000, (struct maps_moment){ 0, 4 }, &region), MAPS_BEFORE,
	       "... behind it");
	maps_close(maps);
	history_release(&states);
}

/* More processes than are kept. */
static void many(void)
{
	struct maps *maps;
	size_t wrong = 0;

	history_init(&states, sizeof(struct state_entry), NULL);
	for (uint32_t pid = 1; pid <= 3000; pid++)
		for (uint64_t i = 0; i < 100; i++)
			add(pid * 100 + i, pid, pid, STATE_MAP, i * 0x1000, i * 0x1000 + 0x800);
	maps = open_maps(true);
	for (uint32_t i = 0; i < 9000; i++) {
		uint32_t pid = 1 + i * 7 % 3000;

		wrong += row_at(maps, pid, 0x5000, 99999) != (int64_t)pid * 100 + 5;
		wrong += row_at(maps, pid, 0x5800, 99999) != -1;
	}
	is_uint(wrong, 0, "processes that come and go: each look-up is right");
	maps_close(maps);
	history_release(&states);
}

/*
 * Rows of one time are in file order. Records without a time hold from the start of
 * their part. A fork that perf made up inherits nothing. A thread has no mappings of its parent.
 */
static void order(void)
{
	struct history second;
	struct state_entry late[] = {
		{ { 0, 0, 5, STATE_MAP }, 0x1000, 0x2000 },
		{ { 900, 1, 5, STATE_MAP }, 0x1000, 0x2000 },
	};
	struct maps_source sources[2];
	struct region region;
	struct maps *maps;

	history_init(&states, sizeof(struct state_entry), NULL);
	history_init(&second, sizeof(struct state_entry), NULL);
	add(0, 300, 5, STATE_MAP, 0x1000, 0x2000);
	add(1, 300, 5, STATE_MAP, 0x1000, 0x2000);
	add(2, 100, 5, STATE_MAP, 0x1000, 0x2000);
	add(3, 0, 5, STATE_MAP, 0x1000, 0x2000);
	add(4, 400, 6, STATE_FORK, 5, 1);
	add(5, 400, 7, STATE_THREAD, 5, 5);
	add(6, 400, 8, STATE_MAP, UINT64_MAX, UINT64_MAX);
	add(7, 400, 8, STATE_MAP, 0, 0);
	history_add(&second, &late[0]);
	history_add(&second, &late[1]);
	sources[0] = (struct maps_source){ .states = &states, .rows = UINT64_MAX };
	sources[1] = (struct maps_source){ &second, 1000, 800, 0, UINT64_MAX };
	maps = maps_open(true, NULL);
	maps_use(maps, sources, 2);
	is_int(row_at(maps, 5, 0x1000, 1), 3, "no time: from the start, wherever it lies");
	is_int(row_at(maps, 5, 0x1000, 299), 2, "times out of order");
	maps_find(maps, 5, 0x1000, (struct maps_moment){ 300, 0 }, &region);
	is_uint(region.row, 0, "of one time: what is not behind the row");
	is_int(row_at(maps, 5, 0x1000, 799), 1, "of one time: the last one, from then on");
	is_int(row_at(maps, 5, 0x1000, 800), 1000, "no time in the second part: from its start");
	is_int(row_at(maps, 5, 0x1000, 900), 1001, "... and on");
	is_int(why(maps, 6, 0x1000, 500), MAPS_UNKNOWN,
	       "perf made this fork up: nothing inherited");
	is_int(why(maps, 7, 0x1000, 500), MAPS_UNKNOWN, "a thread's number is no process");
	is_int(why(maps, 8, 0, 500), MAPS_UNKNOWN, "mappings of no bytes");
	maps_close(maps);
	history_release(&states);
	history_release(&second);
}

/* Rows that are still to come have no effect, whatever their times; then all of them count. */
static void rows_to_come(void)
{
	struct maps_source source = { .states = &states };
	struct maps *maps = maps_open(true, NULL);

	history_init(&states, sizeof(struct state_entry), NULL);
	add(7, 100, 5, STATE_MAP, 0x1000, 0x2000);
	add(8, 90, 5, STATE_MAP, 0x4000, 0x5000);
	maps_use(maps, &source, 1);
	is_int(why(maps, 5, 0x1000, 500), MAPS_UNKNOWN, "no row is there yet");
	source.rows = 8;
	maps_use(maps, &source, 1);
	is_int(row_at(maps, 5, 0x1000, 500), 7, "the last row that is there");
	is_int(row_at(maps, 5, 0x4000, 500), -1, "the one behind it");
	source.rows = 9;
	maps_use(maps, &source, 1);
	is_int(row_at(maps, 5, 0x4000, 500), 8, "... which is there then");
	source.rows = 10;
	maps_use(maps, &source, 1);
	is_int(row_at(maps, 5, 0x4000, 500), 8, "... and stays");
	maps_close(maps);
	history_release(&states);
}

/*
 * A million mappings of processes, each of which forks the next; some call exec. All are looked up
 * while only a few address spaces are kept.
 */
static void crowd(void)
{
	enum {
		PROCESSES = 10000,
		EACH = 100,
		FAMILY = 4 /* generations */
	};
	struct maps *maps;
	struct region region;
	size_t wrong = 0;

	history_init(&states, sizeof(struct state_entry), NULL);
	for (uint32_t pid = 1; pid <= PROCESSES; pid++) {
		uint64_t row = (uint64_t)pid * EACH * 2;

		if (pid > 1)
			add(row, row, pid, pid % FAMILY == 1 ? STATE_EXEC : STATE_FORK, pid - 1, 0);
		for (uint64_t i = 1; i <= EACH; i++)
			add(row + i, row + i, pid, STATE_MAP, (pid % 100 * EACH + i) * 0x1000,
			    (pid % 100 * EACH + i) * 0x1000 + 0x1000);
	}
	maps = open_maps(true);
	for (uint32_t pid = 1; pid <= PROCESSES; pid++) {
		struct maps_moment last = { UINT64_MAX, UINT64_MAX };
		uint64_t first = (pid - 1) / FAMILY * FAMILY + 1;

		/*
		 * Its own mapping, and that of the process from which all are forked since an exec.
		 */
		wrong += maps_find(maps, pid, (pid % 100 * EACH + 7) * 0x1000, last, &region) ||
			 region.row != (uint64_t)pid * EACH * 2 + 7;
		wrong += maps_find(maps, pid, (first % 100 * EACH + 9) * 0x1000, last, &region) ||
			 region.row != first * EACH * 2 + 9;
	}
	is_uint(wrong, 0, "a million mappings of %d processes: each look-up is right", PROCESSES);
	maps_close(maps);
	history_release(&states);
}

int main(void)
{
	order();
	rows_to_come();
	crowd();
	family();
	layers();
	chain();
	own_chain(1, OWN_REACH);
	own_chain(100, FULL_REACH);
	odd();
	many();
	return done_testing();
}

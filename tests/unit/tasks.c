/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that changes its name again and again: each moment has the right one, and soon. */
#include "index/tasks.h"

#include <string.h>
#include <unistd.h>

#include "tap.h"

enum {
	CHANGES = 40000, /* more than one by one can be looked at for each row */
	PATIENCE_S = 100,
	TID = 7,
	PID = 6,
	PARENT = 3,
	BEGIN = 500 /* time of the fork; the names come a second one later, at every other row */
};

static struct tasks tasks;
static struct task_lists lists;

static uint64_t row_of(unsigned i)
{
	return 2 * (uint64_t)i + 1;
}

static void add_fork(void)
{
	struct task_entry fork = { .at = { .time = BEGIN, .row = 0, .id = TID, .what = PID } };

	fork.parent = PARENT;
	tasks_add(&tasks, &fork);
}

/* By the times the last one in the file is the first. */
static void add_names(void)
{
	for (unsigned i = 0; i < CHANGES; i++) {
		char name[16];
		int len = snprintf(name, sizeof(name), "n%u", i);
		struct task_entry e =
			tasks_comm_entry(&tasks, PID, (const uint8_t *)name, (size_t)len);

		e.at.id = TID;
		e.at.time = BEGIN + CHANGES - i;
		e.at.row = row_of(i);
		tasks_add(&tasks, &e);
	}
}

static bool name_is(struct task_moment moment, unsigned i)
{
	struct buf name = BUF_INIT, want = BUF_INIT;
	bool ok = tasks_comm(&tasks, &lists, &moment, &name) == TASKS_NAMED;

	buf_addf(&want, "n%u", i);
	ok = ok && !strcmp(name.p, want.p);
	buf_release(&name);
	buf_release(&want);
	return ok;
}

static void check_names(void)
{
	unsigned by_row = 0, by_time = 0;

	for (unsigned i = 0; i < CHANGES; i++) {
		by_row += name_is((struct task_moment){ TID, 0, row_of(i) + 1 }, i);
		by_time += name_is((struct task_moment){ TID, BEGIN + CHANGES - i, 0 }, i);
	}
	is_uint(by_row, CHANGES, "names of rows without a time");
	is_uint(by_time, CHANGES, "names of times");
}

static void check_parents(void)
{
	unsigned by_row = 0, by_time = 0;
	uint32_t parent;

	for (unsigned i = 0; i < CHANGES; i++) {
		struct task_moment row = { TID, 0, row_of(i) }, time = { TID, BEGIN + i, 0 };

		by_row += tasks_parent(&tasks, &lists, &row, &parent) && parent == PARENT;
		by_time += tasks_parent(&tasks, &lists, &time, &parent) && parent == PARENT;
	}
	is_uint(by_row, CHANGES, "parents of rows without a time");
	is_uint(by_time, CHANGES, "parents of times");
	ok(!tasks_parent(&tasks, &lists, &(struct task_moment){ TID, BEGIN - 1, 0 }, &parent),
	   "but not before the fork");
}

enum {
	CHAIN = 20000,
	CHAIN_REACH = 64 - 1, /* forks that are followed */
	STRIDE = 7919	      /* no divisor of CHAIN */
};

static void make_chain(void)
{
	struct task_entry e = tasks_comm_entry(&tasks, 1, (const uint8_t *)"first", 5);

	tasks_init(&tasks, NULL);
	e.at = (struct moment){ .time = BEGIN, .row = 0, .id = 1, .what = 1 };
	tasks_add(&tasks, &e);
	for (uint32_t i = 1; i < CHAIN; i++) {
		struct task_entry fork = { .parent = i };

		fork.at =
			(struct moment){ .time = BEGIN + i, .row = i, .id = i + 1, .what = i + 1 };
		tasks_add(&tasks, &fork);
	}
}

/* Do the answers for a thread depend only on its place in the chain? */
static bool chain_is(uint32_t i, uint64_t time)
{
	struct task_moment moment = { i + 1, time, UINT64_MAX };
	struct buf name = BUF_INIT;
	enum tasks_found found = tasks_comm(&tasks, &lists, &moment, &name);
	bool named = found == TASKS_NAMED && !strcmp(name.p, "first");

	buf_release(&name);
	return i <= CHAIN_REACH ? named : found == TASKS_UNKNOWN;
}

/* Each thread was made by the one before; questions come in several orders. */
static void check_chain(void)
{
	static const uint32_t steps[] = { 1, CHAIN - 1, STRIDE };

	for (size_t k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
		unsigned right = 0;

		make_chain();
		for (uint32_t i = 0, at = 0; i < CHAIN; i++, at = (at + steps[k]) % CHAIN)
			right += chain_is(at, i % 2 ? BEGIN + CHAIN : 0);
		is_uint(right, CHAIN, "names in a chain of forks");
		task_lists_release(&lists);
		memset(&lists, 0, sizeof(lists));
		tasks_release(&tasks);
	}
}

int main(void)
{
	alarm(PATIENCE_S);
	check_chain();
	tasks_init(&tasks, NULL);
	add_fork();
	add_names();
	check_names();
	check_parents();
	task_lists_release(&lists);
	tasks_release(&tasks);
	return done_testing();
}

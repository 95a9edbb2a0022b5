/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that changes its name again and again: each moment has the right one, and soon. */
#include "index/tasks.h"

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
	bool ok = tasks_comm(&tasks, &lists, &moment, &name);

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

int main(void)
{
	alarm(PATIENCE_S);
	tasks_init(&tasks, NULL);
	add_fork();
	add_names();
	check_names();
	check_parents();
	task_lists_release(&lists);
	tasks_release(&tasks);
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/stackcalls.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "file/sorter.h"

enum {
	SORT_BYTES = 8 << 20,
	OPEN_MAX = 4096 /* calls around a stack, so that stacks that were made up cost no more */
};

struct stackcalls {
	const struct stacktree *tree;
	struct sorter *sorter;
	struct stackcalls_sample last; /* of the thread whose calls are open */
	bool begun;		       /* there is such a thread */
	VEC(uint32_t) stack;	       /* frames, the outermost first */
	VEC(struct stackcall) open;    /* calls that last, the outermost first */
	VEC(struct stackcall) ended;
	size_t passed; /* of ended */
};

static int compare(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct stackcalls_sample a, b;

	(void)arg;
	memcpy(&a, pa->p, sizeof(a));
	memcpy(&b, pb->p, sizeof(b));
	if (a.thread != b.thread)
		return a.thread < b.thread ? -1 : 1;
	if (a.time != b.time)
		return a.time < b.time ? -1 : 1;
	return a.id < b.id ? -1 : a.id > b.id;
}

struct stackcalls *stackcalls_open(const char *dir, const struct stacktree *tree)
{
	struct stackcalls *c = mem_zalloc(sizeof(*c));

	c->tree = tree;
	c->sorter = sorter_open(dir, SORT_BYTES, compare, NULL);
	return c;
}

void stackcalls_close(struct stackcalls *c)
{
	sorter_close(c->sorter);
	vec_release(&c->stack);
	vec_release(&c->open);
	vec_release(&c->ended);
	free(c);
}

int stackcalls_add(struct stackcalls *c, const struct stackcalls_sample *sample, struct err *err)
{
	return sorter_add(c->sorter, sample, sizeof(*sample), err);
}

int stackcalls_finish(struct stackcalls *c, struct err *err)
{
	return sorter_finish(c->sorter, err);
}

/* ---- calls ---- */

/* End all calls but the outermost ones. sample NULL: no later sample shows whether they ended. */
static void end_calls(struct stackcalls *c, size_t outer, const struct stackcalls_sample *sample)
{
	while (c->open.n > outer) {
		struct stackcall *call = &c->open.v[--c->open.n];

		call->no_end = !sample;
		call->end = sample ? sample->time : c->last.time;
		call->end_id = sample ? sample->id : 0;
		vec_push(&c->ended, *call);
	}
}

static void read_stack(struct stackcalls *c, uint32_t node)
{
	uint32_t depth = stacktree_node(c->tree, node)->depth;

	c->stack.n = 0;
	for (uint32_t i = 1; i < depth; i++)
		vec_push(&c->stack, 0);
	for (; depth > 1; node = stacktree_node(c->tree, node)->parent)
		c->stack.v[--depth - 1] = stacktree_node(c->tree, node)->frame;
}

/* The number of open calls around the stack: its outermost frames may be missing. */
static size_t find_outer(const struct stackcalls *c)
{
	for (size_t i = 0; i < c->open.n && i < OPEN_MAX; i++)
		if (c->open.v[i].frame == c->stack.v[0])
			return i;
	return 0;
}

static void take_sample(struct stackcalls *c, const struct stackcalls_sample *sample)
{
	bool same_thread = c->begun && sample->thread == c->last.thread;
	size_t outer, same = 0;

	read_stack(c, sample->node);
	if (!c->stack.n)
		return;
	/* A task that gets another name executes another program. */
	if (!same_thread || sample->comm != c->last.comm)
		end_calls(c, 0, NULL);
	outer = find_outer(c);
	while (same < c->stack.n && outer + same < c->open.n &&
	       c->open.v[outer + same].frame == c->stack.v[same])
		same++;
	end_calls(c, outer + same, sample);
	for (; same < c->stack.n; same++) {
		struct stackcall call = {
			.thread = sample->thread,
			.comm = sample->comm,
			.frame = c->stack.v[same],
			.depth = (uint32_t)c->open.n + 1,
			.begin = sample->time,
			.begin_id = sample->id,
			.no_begin = !same_thread,
		};

		vec_push(&c->open, call);
	}
	c->last = *sample;
	c->begun = true;
}

int stackcalls_next(struct stackcalls *c, struct stackcall *call, struct err *err)
{
	int rc = 1;

	while (c->passed == c->ended.n && rc == 1) {
		struct stackcalls_sample sample;
		struct sorter_item item;

		c->passed = c->ended.n = 0;
		rc = sorter_next(c->sorter, &item, err);
		if (rc == 1) {
			memcpy(&sample, item.p, sizeof(sample));
			take_sample(c, &sample);
		} else if (rc == 0) {
			end_calls(c, 0, NULL);
		}
	}
	if (rc < 0 || c->passed == c->ended.n)
		return rc < 0 ? rc : 0;
	*call = c->ended.v[c->passed++];
	return 1;
}

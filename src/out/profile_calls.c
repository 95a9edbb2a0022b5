/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/profile_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "file/sorter.h"

enum {
	SORT_BYTES = 16 << 20
};

struct profile_calls {
	struct stacktree *tree;
	struct sorter *sorter;
	uint64_t n;
	VEC(struct profile_calls_one) open; /* of the current thread, the outermost first */
};

/* By thread, then by time, those that last longest first. */
static int compare_calls(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct profile_call a, b;

	(void)arg;
	memcpy(&a, pa->p, sizeof(a));
	memcpy(&b, pb->p, sizeof(b));
	if (a.thread != b.thread)
		return a.thread < b.thread ? -1 : 1;
	if (a.begin != b.begin)
		return a.begin < b.begin ? -1 : 1;
	if (a.dur != b.dur)
		return a.dur > b.dur ? -1 : 1;
	if (a.depth != b.depth)
		return a.depth < b.depth ? -1 : 1;
	return a.begin_row < b.begin_row ? -1 : a.begin_row > b.begin_row;
}

struct profile_calls *profile_calls_open(const char *dir, struct stacktree *tree)
{
	struct profile_calls *c = mem_zalloc(sizeof(*c));

	c->tree = tree;
	c->sorter = sorter_open(dir, SORT_BYTES, compare_calls, NULL);
	return c;
}

void profile_calls_close(struct profile_calls *c)
{
	sorter_close(c->sorter);
	vec_release(&c->open);
	free(c);
}

int profile_calls_add(struct profile_calls *c, const struct profile_call *call, struct err *err)
{
	return sorter_add(c->sorter, call, sizeof(*call), err);
}

int profile_calls_finish(struct profile_calls *c, struct err *err)
{
	return sorter_finish(c->sorter, err);
}

/* Does a call that began later, or is further in in the same stack, begin in this one? */
static bool is_in(const struct profile_call *call, const struct profile_call *outer)
{
	if (outer->thread != call->thread)
		return false;
	if (outer->depth && call->depth && outer->begin == call->begin)
		return outer->depth < call->depth;
	/* The duration of a span without an end is unknown. */
	return (outer->depth || !outer->flags) && outer->begin + outer->dur > call->begin;
}

/* The call that contains it; NULL: none, or the task had another name, as before an exec. */
static const struct profile_calls_one *find_parent(struct profile_calls *c,
						   const struct profile_call *call)
{
	const struct profile_calls_one *last;

	for (; c->open.n; c->open.n--) {
		last = &c->open.v[c->open.n - 1];
		if (is_in(call, &last->call))
			return last->call.comm == call->comm ? last : NULL;
	}
	return NULL;
}

int profile_calls_next(struct profile_calls *c, struct profile_calls_one *one, struct err *err)
{
	const struct profile_calls_one *parent;
	struct sorter_item item;
	int rc = sorter_next(c->sorter, &item, err);

	if (rc != 1)
		return rc;
	memcpy(&one->call, item.p, sizeof(one->call));
	parent = find_parent(c, &one->call);
	one->id = ++c->n;
	one->parent = parent ? parent->id : 0;
	one->parent_path = parent ? parent->path
				  : stacktree_child(c->tree, STACK_ROOT, STACK_NO_FRAME);
	one->path = stacktree_child(c->tree, one->parent_path, one->call.name);
	vec_push(&c->open, *one);
	return 1;
}

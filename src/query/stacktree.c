/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/stacktree.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/secret.h"
#include "base/vec.h"

enum {
	FIRST_SLOTS = 1 << 10
};

struct stack_frame {
	uint64_t hash;
	size_t name, dso; /* places in texts; dso 0: not known */
	bool inlined;	  /* where dsos are told apart */
};

void stacktree_init(struct stacktree *t, bool dsos, const char *spool_dir)
{
	*t = (struct stacktree){ .spool_dir = spool_dir, .dsos = dsos };
	bulk_resize(&t->nodes, FIRST_SLOTS * sizeof(struct stack_node), spool_dir);
	bulk_resize(&t->frames, FIRST_SLOTS * sizeof(struct stack_frame), spool_dir);
	bulk_resize(&t->child_slots, FIRST_SLOTS * sizeof(uint32_t), spool_dir);
	bulk_resize(&t->frame_slots, FIRST_SLOTS * sizeof(uint32_t), spool_dir);
	bulk_resize(&t->texts, FIRST_SLOTS, spool_dir);
	memset(t->nodes.p, 0, sizeof(struct stack_node));
	memset(t->child_slots.p, 0, t->child_slots.size);
	memset(t->frame_slots.p, 0, t->frame_slots.size);
	((char *)t->texts.p)[0] = '\0';
	((struct stack_frame *)t->frames.p)[0] = (struct stack_frame){ 0 };
	t->nodes_n = t->frames_n = 1;
	t->texts_n = 1;
}

void stacktree_release(struct stacktree *t)
{
	bulk_release(&t->nodes);
	bulk_release(&t->frames);
	bulk_release(&t->texts);
	bulk_release(&t->child_slots);
	bulk_release(&t->frame_slots);
}

/* Room for one more of so many bytes behind n. */
static void make_room(const struct stacktree *t, struct bulk *bulk, size_t n, size_t size)
{
	if ((n + 1) * size > bulk->size)
		bulk_resize(bulk, 2 * bulk->size, t->spool_dir);
}

static struct stack_node *nodes_of(const struct stacktree *t)
{
	return t->nodes.p;
}

static struct stack_frame *frames_of(const struct stacktree *t)
{
	return t->frames.p;
}

/* ---- hash tables ---- */

/* A table of twice as many slots, all free. */
static void double_slots(const struct stacktree *t, struct bulk *slots)
{
	size_t size = 2 * slots->size;

	bulk_release(slots);
	bulk_resize(slots, size, t->spool_dir);
	memset(slots->p, 0, slots->size);
}

static size_t slots_of(const struct bulk *slots)
{
	return slots->size / sizeof(uint32_t);
}

/* Numbers are placed by their hashes alone where none of them can be the same. */
static void place(const struct bulk *slots, uint64_t hash, uint32_t number)
{
	uint32_t *p = slots->p;
	size_t mask = slots_of(slots) - 1, i = hash & mask;

	while (p[i])
		i = (i + 1) & mask;
	p[i] = number;
}

static uint64_t hash_child(uint32_t node, uint32_t frame)
{
	uint64_t hash = ((uint64_t)node << 32 | frame) * 0x9e3779b97f4a7c15u;

	return hash ^ hash >> 32;
}

/* ---- frames ---- */

const char *stacktree_name(const struct stacktree *t, uint32_t frame)
{
	return (const char *)t->texts.p + frames_of(t)[frame].name;
}

const char *stacktree_dso(const struct stacktree *t, uint32_t frame)
{
	size_t dso = frames_of(t)[frame].dso;

	return dso ? (const char *)t->texts.p + dso : NULL;
}

bool stacktree_is_inlined(const struct stacktree *t, uint32_t frame)
{
	return frames_of(t)[frame].inlined;
}

static size_t add_text(struct stacktree *t, const char *p, size_t len)
{
	size_t at = t->texts_n;

	while (at + len + 1 > t->texts.size)
		bulk_resize(&t->texts, 2 * t->texts.size, t->spool_dir);
	memcpy((char *)t->texts.p + at, p, len);
	((char *)t->texts.p)[at + len] = '\0';
	t->texts_n += len + 1;
	return at;
}

static bool same_dso(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static uint32_t find_frame(const struct stacktree *t, uint64_t hash, const char *name, size_t len,
			   const char *dso, bool inlined)
{
	const uint32_t *slots = t->frame_slots.p;
	size_t mask = slots_of(&t->frame_slots) - 1;

	for (size_t i = hash & mask; slots[i]; i = (i + 1) & mask) {
		const char *own = stacktree_name(t, slots[i]);

		if (frames_of(t)[slots[i]].hash == hash && !strncmp(own, name, len) && !own[len] &&
		    (!t->dsos || (same_dso(stacktree_dso(t, slots[i]), dso) &&
				  frames_of(t)[slots[i]].inlined == inlined)))
			return slots[i];
	}
	return STACK_NO_FRAME;
}

static uint32_t put_frame(struct stacktree *t, const char *name, size_t len, const char *dso,
			  bool inlined)
{
	uint64_t hash;
	uint32_t number;
	struct stack_frame frame;

	len = strnlen(name, len);
	hash = secret_hash(name, len);
	if (t->dsos && dso)
		hash = hash * 31 + secret_hash(dso, strlen(dso));
	hash += t->dsos && inlined;
	number = find_frame(t, hash, name, len, dso, inlined);
	if (number)
		return number;
	if (2 * (size_t)t->frames_n >= slots_of(&t->frame_slots)) {
		double_slots(t, &t->frame_slots);
		for (uint32_t i = 1; i < t->frames_n; i++)
			place(&t->frame_slots, frames_of(t)[i].hash, i);
	}
	frame.hash = hash;
	frame.name = add_text(t, name, len);
	frame.dso = dso ? add_text(t, dso, strlen(dso)) : 0;
	frame.inlined = t->dsos && inlined;
	number = t->frames_n;
	make_room(t, &t->frames, number, sizeof(frame));
	frames_of(t)[number] = frame;
	place(&t->frame_slots, hash, number);
	t->frames_n++;
	return number;
}

uint32_t stacktree_frame(struct stacktree *t, const char *name, size_t len, const char *dso)
{
	return put_frame(t, name, len, dso, false);
}

uint32_t stacktree_inlined(struct stacktree *t, const char *name, size_t len, const char *dso)
{
	return put_frame(t, name, len, dso, true);
}

/* ---- nodes ---- */

static uint32_t find_child(const struct stacktree *t, uint32_t node, uint32_t frame)
{
	const uint32_t *slots = t->child_slots.p;
	size_t mask = slots_of(&t->child_slots) - 1;

	for (size_t i = hash_child(node, frame) & mask; slots[i]; i = (i + 1) & mask) {
		const struct stack_node *child = stacktree_node(t, slots[i]);

		if (child->parent == node && child->frame == frame)
			return slots[i];
	}
	return STACK_ROOT;
}

uint32_t stacktree_child(struct stacktree *t, uint32_t node, uint32_t frame)
{
	uint32_t number = find_child(t, node, frame);
	struct stack_node *nodes;

	if (number)
		return number;
	if (2 * (size_t)t->nodes_n >= slots_of(&t->child_slots)) {
		double_slots(t, &t->child_slots);
		for (uint32_t i = 1; i < t->nodes_n; i++)
			place(&t->child_slots,
			      hash_child(nodes_of(t)[i].parent, nodes_of(t)[i].frame), i);
	}
	number = t->nodes_n;
	make_room(t, &t->nodes, number, sizeof(struct stack_node));
	nodes = nodes_of(t);
	nodes[number] = (struct stack_node){
		.parent = node,
		.frame = frame,
		.next = nodes[node].first,
		.depth = nodes[node].depth + 1,
	};
	nodes[node].first = number;
	place(&t->child_slots, hash_child(node, frame), number);
	t->nodes_n++;
	return number;
}

static uint32_t same_frame(const struct stacktree *t, const struct stacktree *other, uint32_t frame)
{
	const char *name = stacktree_name(other, frame);

	return find_frame(t, frames_of(other)[frame].hash, name, strlen(name),
			  stacktree_dso(other, frame), stacktree_is_inlined(other, frame));
}

uint32_t stacktree_same(const struct stacktree *t, const struct stacktree *other, uint32_t node)
{
	uint32_t same = STACK_ROOT, next = STACK_ROOT;
	VEC(uint32_t) path = { NULL };

	for (; node != STACK_ROOT; node = stacktree_node(other, node)->parent)
		vec_push(&path, stacktree_node(other, node)->frame);
	while (path.n) {
		uint32_t frame = same_frame(t, other, path.v[--path.n]);

		next = frame ? find_child(t, same, frame) : STACK_ROOT;
		if (next == STACK_ROOT)
			break;
		same = next;
	}
	vec_release(&path);
	return same;
}

void stacktree_add(struct stacktree *t, uint32_t node, const struct stack_weight *weight)
{
	struct stack_node *nodes = nodes_of(t);

	stack_weight_add(&nodes[node].self, weight);
	for (;; node = nodes[node].parent) {
		stack_weight_add(&nodes[node].total, weight);
		if (node == STACK_ROOT)
			return;
	}
}

/* ---- a walk ---- */

static int compare_names(const void *pa, const void *pb, void *arg)
{
	const struct stacktree *t = arg;
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
	uint32_t fa = stacktree_node(t, a)->frame, fb = stacktree_node(t, b)->frame;
	int order = strcmp(stacktree_name(t, fa), stacktree_name(t, fb));

	if (order)
		return order;
	return fa < fb ? -1 : fa > fb;
}

uint32_t *stacktree_children(const struct stacktree *t, uint32_t node, size_t *n)
{
	uint32_t *children;

	*n = 0;
	for (uint32_t i = stacktree_node(t, node)->first; i; i = stacktree_node(t, i)->next)
		++*n;
	children = mem_alloc((*n + 1) * sizeof(*children));
	*n = 0;
	for (uint32_t i = stacktree_node(t, node)->first; i; i = stacktree_node(t, i)->next)
		children[(*n)++] = i;
	qsort_r(children, *n, sizeof(*children), compare_names, (void *)(uintptr_t)t);
	return children;
}

static void descend(struct stackwalk *w, const struct stacktree *t, uint32_t node)
{
	struct stackwalk_level level = { .at = 0 };

	level.nodes = stacktree_children(t, node, &level.n);
	if (w->depth == w->cap)
		w->levels = vec_grow(w->levels, &w->cap, sizeof(*w->levels));
	w->levels[w->depth++] = level;
}

bool stackwalk_next(struct stackwalk *w, const struct stacktree *t, uint32_t *node)
{
	if (!w->begun) {
		w->begun = true;
		descend(w, t, STACK_ROOT);
		*node = STACK_ROOT;
		return true;
	}
	while (w->depth && w->levels[w->depth - 1].at == w->levels[w->depth - 1].n)
		free(w->levels[--w->depth].nodes);
	if (!w->depth)
		return false;
	*node = w->levels[w->depth - 1].nodes[w->levels[w->depth - 1].at++];
	descend(w, t, *node);
	return true;
}

void stackwalk_release(struct stackwalk *w)
{
	while (w->depth)
		free(w->levels[--w->depth].nodes);
	free(w->levels);
	*w = (struct stackwalk){ .levels = NULL };
}

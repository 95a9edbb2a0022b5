/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/stacktree.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

enum {
	FIRST_SLOTS = 1 << 10
};

static const struct hash_kind numbered = { .size = sizeof(uint32_t), .used = hash_number_used };

struct stack_frame {
	uint64_t hash;
	size_t name, dso; /* offsets in texts; dso 0: unknown */
	bool inlined;	  /* for trees that distinguish dsos */
};

/* Make free slots: the first ones, or double their number. */
static void more_slots(const struct stacktree *t, struct stack_numbers *numbers)
{
	size_t n = numbers->hash.slots ? 2 * (numbers->hash.mask + 1) : FIRST_SLOTS;

	spill_array_release(&numbers->array);
	spill_array_resize(&numbers->array, n * sizeof(uint32_t), t->spool_dir);
	memset(numbers->array.p, 0, n * sizeof(uint32_t));
	hash_use(&numbers->hash, numbers->array.p, n);
}

void stacktree_init(struct stacktree *t, bool dsos, const char *spool_dir)
{
	*t = (struct stacktree){ .spool_dir = spool_dir, .dsos = dsos };
	spill_array_resize(&t->nodes, FIRST_SLOTS * sizeof(struct stack_node), spool_dir);
	spill_array_resize(&t->frames, FIRST_SLOTS * sizeof(struct stack_frame), spool_dir);
	more_slots(t, &t->children);
	more_slots(t, &t->named);
	spill_array_resize(&t->texts, FIRST_SLOTS, spool_dir);
	memset(t->nodes.p, 0, sizeof(struct stack_node));
	((char *)t->texts.p)[0] = '\0';
	((struct stack_frame *)t->frames.p)[0] = (struct stack_frame){ 0 };
	t->nodes_n = t->frames_n = 1;
	t->texts_n = 1;
}

void stacktree_release(struct stacktree *t)
{
	spill_array_release(&t->nodes);
	spill_array_release(&t->frames);
	spill_array_release(&t->texts);
	spill_array_release(&t->children.array);
	spill_array_release(&t->named.array);
}

/* Make room for one more element of this size after n elements. */
static void make_room(const struct stacktree *t, struct spill_array *array, size_t n, size_t size)
{
	if ((n + 1) * size > array->size)
		spill_array_resize(array, 2 * array->size, t->spool_dir);
}

static struct stack_node *nodes_of(const struct stacktree *t)
{
	return t->nodes.p;
}

static struct stack_frame *frames_of(const struct stacktree *t)
{
	return t->frames.p;
}

static uint64_t hash_child(uint32_t node, uint32_t frame)
{
	return hash_u64((uint64_t)node << 32 | frame);
}

static void place_number(struct stack_numbers *numbers, uint64_t hash, uint32_t number)
{
	uint32_t *slot = hash_place(&numbers->hash, &numbered, hash);

	*slot = number;
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
		spill_array_resize(&t->texts, 2 * t->texts.size, t->spool_dir);
	memcpy((char *)t->texts.p + at, p, len);
	((char *)t->texts.p)[at + len] = '\0';
	t->texts_n += len + 1;
	return at;
}

static bool same_dso(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

struct wanted_frame {
	const struct stacktree *t;
	uint64_t hash;
	const char *name;
	size_t len;
	const char *dso;
	bool inlined;
};

static bool is_wanted_frame(const void *slot, const void *key)
{
	const struct wanted_frame *w = key;
	uint32_t number = *(const uint32_t *)slot;
	const struct stack_frame *frame = &frames_of(w->t)[number];
	const char *own = stacktree_name(w->t, number);

	return frame->hash == w->hash && !strncmp(own, w->name, w->len) && !own[w->len] &&
	       (!w->t->dsos ||
		(same_dso(stacktree_dso(w->t, number), w->dso) && frame->inlined == w->inlined));
}

static uint32_t find_frame(const struct stacktree *t, uint64_t hash, const char *name, size_t len,
			   const char *dso, bool inlined)
{
	struct wanted_frame wanted = { t, hash, name, len, dso, inlined };
	const uint32_t *slot = hash_find(&t->named.hash, &numbered, hash, is_wanted_frame, &wanted);

	return slot ? *slot : STACK_NO_FRAME;
}

static uint32_t put_frame(struct stacktree *t, const char *name, size_t len, const char *dso,
			  bool inlined)
{
	uint64_t hash;
	uint32_t number;
	struct stack_frame frame;

	len = strnlen(name, len);
	hash = hash_bytes(name, len);
	if (t->dsos && dso)
		hash = hash_pair(hash, hash_bytes(dso, strlen(dso)));
	hash += t->dsos && inlined;
	number = find_frame(t, hash, name, len, dso, inlined);
	if (number)
		return number;
	if (hash_is_full(&t->named.hash, &numbered)) {
		more_slots(t, &t->named);
		for (uint32_t i = 1; i < t->frames_n; i++)
			place_number(&t->named, frames_of(t)[i].hash, i);
	}
	frame.hash = hash;
	frame.name = add_text(t, name, len);
	frame.dso = dso ? add_text(t, dso, strlen(dso)) : 0;
	frame.inlined = t->dsos && inlined;
	number = t->frames_n;
	make_room(t, &t->frames, number, sizeof(frame));
	frames_of(t)[number] = frame;
	place_number(&t->named, hash, number);
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

uint32_t stacktree_copy_frame(struct stacktree *t, const struct stacktree *other, uint32_t frame)
{
	const char *name = stacktree_name(other, frame);

	return put_frame(t, name, strlen(name), stacktree_dso(other, frame),
			 stacktree_is_inlined(other, frame));
}

/* ---- nodes ---- */

struct wanted_child {
	const struct stack_node *nodes;
	uint32_t parent, frame;
};

static bool is_wanted_child(const void *slot, const void *key)
{
	const struct wanted_child *w = key;
	const struct stack_node *child = &w->nodes[*(const uint32_t *)slot];

	return child->parent == w->parent && child->frame == w->frame;
}

static uint32_t find_child(const struct stacktree *t, uint32_t node, uint32_t frame)
{
	struct wanted_child wanted = { t->nodes.p, node, frame };
	const uint32_t *slot = hash_find(&t->children.hash, &numbered, hash_child(node, frame),
					 is_wanted_child, &wanted);

	return slot ? *slot : STACK_ROOT;
}

uint32_t stacktree_child(struct stacktree *t, uint32_t node, uint32_t frame)
{
	uint32_t number = find_child(t, node, frame);
	struct stack_node *nodes;

	if (number)
		return number;
	if (hash_is_full(&t->children.hash, &numbered)) {
		more_slots(t, &t->children);
		for (uint32_t i = 1; i < t->nodes_n; i++)
			place_number(&t->children,
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
	place_number(&t->children, hash_child(node, frame), number);
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

static void descend(struct stacktree_walk *w, const struct stacktree *t, uint32_t node)
{
	struct stacktree_level level = { .at = 0 };

	level.nodes = stacktree_children(t, node, &level.n);
	if (w->depth == w->cap)
		w->levels = vec_grow(w->levels, &w->cap, sizeof(*w->levels));
	w->levels[w->depth++] = level;
}

bool stacktree_walk_next(struct stacktree_walk *w, const struct stacktree *t, uint32_t *node)
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

void stacktree_walk_release(struct stacktree_walk *w)
{
	while (w->depth)
		free(w->levels[--w->depth].nodes);
	free(w->levels);
	*w = (struct stacktree_walk){ .levels = NULL };
}

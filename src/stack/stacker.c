/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/stacker.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/secret.h"
#include "base/stop.h"
#include "recording/mappings.h"
#include "stack/framename.h"
#include "stack/inlines.h"

enum {
	STACKS_BYTES = 24 << 20, /* of the stacks that are cached by all threads together */
	STACK_SLOTS = 1 << 16,
	FRAME_SLOTS = 1 << 15,
	TASKS = 256,
	TASK_MAX = 24 /* bytes of a cached name */
};

/* Everything except the words that determines the node of a stack. */
struct stack_head {
	uint64_t user, kernel, own; /* mappings_version() of each */
	uint64_t outermost;	    /* frame; 0: none */
	uint32_t task;		    /* frame */
	uint16_t mode, cut;
	uint64_t words; /* number of words */
	uint64_t base;	/* the node that it is on top of, or STACK_ROOT */
};

struct stack_slot {
	uint64_t hash;
	uint32_t at; /* offset of the head in stacks, in u64s, + 1; 0: the slot is free */
	uint32_t node;
};

struct stacker_frame {
	uint64_t version, ip;
	uint32_t mode_and_return; /* CPU mode; bit 16: a return address, if that matters */
	uint32_t frame;		  /* 0: the slot is free */
	uint32_t inlined; /* number of functions inlined there; frames, outermost first, are */
	uint32_t at;	  /* at this index of inlined */
};

struct task_slot {
	uint32_t frame; /* 0: the slot is free */
	uint8_t len;
	char name[TASK_MAX];
};

struct stacker {
	struct reader *reader;
	struct stacker_options options;
	struct chain chain;
	struct buf name, place;
	uint64_t *stacks; /* heads and words */
	size_t stacks_n, stacks_max;
	struct stack_slot *stack_slots;
	uint32_t stacks_used;
	struct stacker_frame *frame_slots;
	uint32_t frames_used;
	VEC(uint32_t) inlined; /* frames for frame_slots */
	struct task_slot tasks[TASKS];
	struct map outermost_frames; /* frames by the numbers of their names */
	VEC(uint32_t) path;	     /* frames of a stack, starting at the root of the tree */
};

struct stacker *stacker_open(struct reader *reader, const struct stacker_options *options)
{
	struct stacker *s = mem_zalloc(sizeof(*s));

	s->reader = reader;
	s->options = *options;
	chain_init(&s->chain, reader);
	buf_init(&s->name);
	buf_init(&s->place);
	s->stacks_max =
		STACKS_BYTES / sizeof(*s->stacks) / (options->threads ? options->threads : 1);
	s->stacks = mem_alloc(s->stacks_max * sizeof(*s->stacks));
	s->stack_slots = mem_zalloc(STACK_SLOTS * sizeof(*s->stack_slots));
	s->frame_slots = mem_zalloc(FRAME_SLOTS * sizeof(*s->frame_slots));
	return s;
}

void stacker_close(struct stacker *s)
{
	if (!s)
		return;
	chain_release(&s->chain);
	buf_release(&s->name);
	buf_release(&s->place);
	vec_release(&s->path);
	vec_release(&s->inlined);
	map_release(&s->outermost_frames);
	free(s->stacks);
	free(s->stack_slots);
	free(s->frame_slots);
	free(s);
}

/* ---- names ---- */

static uint32_t put_frame(struct stacker *s, const char *dso)
{
	uint32_t frame;

	pthread_mutex_lock(s->options.lock);
	frame = stacktree_frame(s->options.tree, s->name.p, s->name.len, dso);
	pthread_mutex_unlock(s->options.lock);
	return frame;
}

static uint32_t find_task(struct stacker *s, const struct row_info *info)
{
	struct task_slot *slot;

	buf_reset(&s->name);
	framename_add_task(s->reader, info, &s->name);
	if (s->name.len > TASK_MAX)
		return put_frame(s, NULL);
	slot = &s->tasks[secret_hash(s->name.p, s->name.len) % TASKS];
	if (!slot->frame || slot->len != s->name.len ||
	    memcmp(slot->name, s->name.p, s->name.len) != 0) {
		slot->frame = put_frame(s, NULL);
		slot->len = (uint8_t)s->name.len;
		memcpy(slot->name, s->name.p, s->name.len);
	}
	return slot->frame;
}

/* Return the frame outside the task of a sample; STACK_NO_FRAME: none. */
static uint32_t find_outermost(struct stacker *s, const struct row_info *info)
{
	const struct stacker_options *o = &s->options;
	size_t number = 0;
	const char *name = o->outermost ? o->outermost(o->arg, info, &number) : NULL;
	uint32_t *frame;
	bool fresh;

	if (!name)
		return STACK_NO_FRAME;
	frame = map_put(&s->outermost_frames, number, &fresh);
	if (fresh) {
		buf_reset(&s->name);
		buf_adds(&s->name, name);
		*frame = put_frame(s, NULL);
	}
	return *frame;
}

/* Return the text that distinguishes frames of the same name: the place, or else the file. */
static const char *find_place(struct stacker *s, const struct row_info *info,
			      const struct chain_frame *frame, const char *dso)
{
	const struct stacker_options *o = &s->options;

	if (!o->place)
		return dso;
	buf_reset(&s->place);
	pthread_mutex_lock(o->lock);
	o->place(o->place_arg, s->reader, info, frame, &s->place);
	pthread_mutex_unlock(o->lock);
	return s->place.p;
}

/* Find the slot of a frame, or the free slot for it. */
static struct stacker_frame *find_frame_slot(const struct stacker *s, uint64_t version,
					     const struct chain_frame *frame,
					     uint32_t mode_and_return)
{
	uint64_t hash = (frame->ip ^ version * 0xc2b2ae3d27d4eb4fu) * 0x9e3779b97f4a7c15u;

	for (size_t i = hash >> 32;; i++) {
		struct stacker_frame *slot = &s->frame_slots[i % FRAME_SLOTS];

		if (!slot->frame || (slot->ip == frame->ip && slot->version == version &&
				     slot->mode_and_return == mode_and_return))
			return slot;
	}
}

static bool is_stopped(const struct stacker *s)
{
	return stop_wanted(s->options.stop);
}

/* Append the functions that were inlined at a frame. Returns their number. */
static uint32_t add_inlined(struct stacker *s, const struct row_info *info,
			    const struct chain_frame *frame, const char *dso)
{
	struct symbols_source source;
	uint32_t n = inlines_find(s->reader, info, frame, s->options.stop, &source);

	for (uint32_t i = n; i--;) {
		buf_reset(&s->name);
		inlines_add_name(&source.v[i], &s->name);
		pthread_mutex_lock(s->options.lock);
		vec_push(&s->inlined,
			 stacktree_inlined(s->options.tree, s->name.p, s->name.len, dso));
		pthread_mutex_unlock(s->options.lock);
	}
	return n;
}

static void push_frames(struct stacker *s, const struct stacker_frame *slot)
{
	vec_push(&s->path, slot->frame);
	for (uint32_t i = 0; i < slot->inlined; i++)
		vec_push(&s->path, s->inlined.v[slot->at + i]);
}

static void forget_frames(struct stacker *s)
{
	memset(s->frame_slots, 0, FRAME_SLOTS * sizeof(*s->frame_slots));
	s->frames_used = 0;
	s->inlined.n = 0;
}

/* Add a frame. Set *lasts to false if the names are only valid for this row. */
static void add_frame(struct stacker *s, const struct row_info *info,
		      const struct chain_frame *frame, bool *lasts)
{
	bool calls = (s->options.inlined || s->options.place) && frame->is_return;
	uint32_t mode_and_return = frame->mode | (uint32_t)calls << 16;
	struct stacker_frame *slot, fresh = { .ip = frame->ip, .mode_and_return = mode_and_return };
	const char *dso;
	bool name_lasts;

	fresh.version = mappings_version(reader_mappings(s->reader), info, frame->mode);
	if (s->frames_used > FRAME_SLOTS / 2 || s->inlined.n > FRAME_SLOTS)
		forget_frames(s);
	slot = find_frame_slot(s, fresh.version, frame, mode_and_return);
	if (slot->frame) {
		push_frames(s, slot);
		return;
	}
	buf_reset(&s->name);
	name_lasts = framename_add(s->reader, info, frame, &s->name, &dso);
	dso = find_place(s, info, frame, dso);
	fresh.frame = put_frame(s, dso);
	fresh.at = (uint32_t)s->inlined.n;
	if (s->options.inlined)
		fresh.inlined = add_inlined(s, info, frame, dso);
	push_frames(s, &fresh);
	if (!name_lasts || is_stopped(s)) {
		*lasts = false;
		return;
	}
	*slot = fresh;
	s->frames_used++;
}

/* ---- stacks ---- */

/* Add the path to the tree, from a node on. */
static uint32_t add_path(struct stacker *s, uint32_t node)
{
	pthread_mutex_lock(s->options.lock);
	for (size_t i = 0; i < s->path.n; i++) {
		size_t at = s->options.callers ? s->path.n - 1 - i : i;

		node = stacktree_child(s->options.tree, node, s->path.v[at]);
	}
	pthread_mutex_unlock(s->options.lock);
	return node;
}

static uint32_t make_node_on(struct stacker *s, const struct row_info *info,
			     const struct stack_head *head, bool *lasts)
{
	buf_reset(&s->name);
	buf_adds(&s->name, STACKER_WAKER);
	vec_push(&s->path, put_frame(s, NULL));
	chain_frames(&s->chain);
	for (size_t i = 0; i < s->chain.frames.n; i++)
		add_frame(s, info, &s->chain.frames.v[i], lasts);
	vec_push(&s->path, head->task);
	return add_path(s, (uint32_t)head->base);
}

static uint32_t make_node(struct stacker *s, const struct row_info *info,
			  const struct stack_head *head, bool *lasts)
{
	s->path.n = 0;
	if (head->base != STACK_ROOT)
		return make_node_on(s, info, head, lasts);
	if (head->outermost)
		vec_push(&s->path, (uint32_t)head->outermost);
	vec_push(&s->path, head->task);
	chain_frames(&s->chain);
	for (size_t i = s->chain.frames.n; i--;)
		add_frame(s, info, &s->chain.frames.v[i], lasts);
	return add_path(s, STACK_ROOT);
}

static void set_head(struct stacker *s, const struct row_info *info, uint32_t base,
		     struct stack_head *head)
{
	struct mappings *mappings = reader_mappings(s->reader);

	*head = (struct stack_head){
		.user = mappings_version(mappings, info, CPUMODE_USER),
		.kernel = mappings_version(mappings, info, CPUMODE_KERNEL),
		.own = mappings_version(mappings, info, s->chain.mode),
		.outermost = find_outermost(s, info),
		.task = find_task(s, info),
		.mode = (uint16_t)s->chain.mode,
		.cut = s->chain.cut,
		.words = s->chain.words.n,
		.base = base,
	};
}

static bool same_stack(const struct stacker *s, const struct stack_slot *slot,
		       const struct stack_head *head)
{
	const uint64_t *p = s->stacks + (slot->at - 1);

	return !memcmp(p, head, sizeof(*head)) &&
	       !memcmp(p + sizeof(*head) / sizeof(*p), s->chain.words.v, head->words * sizeof(*p));
}

static struct stack_slot *find_stack_slot(const struct stacker *s, uint64_t hash,
					  const struct stack_head *head)
{
	for (uint64_t i = hash;; i++) {
		struct stack_slot *slot = &s->stack_slots[i % STACK_SLOTS];

		if (!slot->at || (slot->hash == hash && same_stack(s, slot, head)))
			return slot;
	}
}

static void keep_stack(struct stacker *s, uint64_t hash, const struct stack_head *head,
		       uint32_t node)
{
	size_t size = sizeof(*head) / sizeof(*s->stacks) + head->words;
	struct stack_slot *slot;

	if (size > s->stacks_max)
		return;
	if (s->stacks_used > STACK_SLOTS / 2 || size > s->stacks_max - s->stacks_n) {
		memset(s->stack_slots, 0, STACK_SLOTS * sizeof(*s->stack_slots));
		s->stacks_used = 0;
		s->stacks_n = 0;
	}
	slot = find_stack_slot(s, hash, head);
	*slot = (struct stack_slot){ hash, (uint32_t)s->stacks_n + 1, node };
	memcpy(s->stacks + s->stacks_n, head, sizeof(*head));
	memcpy(s->stacks + s->stacks_n + sizeof(*head) / sizeof(*s->stacks), s->chain.words.v,
	       head->words * sizeof(*s->stacks));
	s->stacks_n += size;
	s->stacks_used++;
}

static bool find_node(struct stacker *s, const struct row_info *info, uint32_t base, uint32_t *node)
{
	const struct stack_slot *slot;
	struct stack_head head;
	bool lasts = true;
	uint64_t hash;

	if (!chain_read(&s->chain, info))
		return false;
	set_head(s, info, base, &head);
	hash = secret_hash(s->chain.words.v, head.words * sizeof(*s->stacks)) ^
	       secret_hash(&head, sizeof(head));
	slot = find_stack_slot(s, hash, &head);
	if (slot->at) {
		*node = slot->node;
		return true;
	}
	*node = make_node(s, info, &head, &lasts);
	if (lasts)
		keep_stack(s, hash, &head, *node);
	return true;
}

bool stacker_node(struct stacker *s, const struct row_info *info, uint32_t *node)
{
	return find_node(s, info, STACK_ROOT, node);
}

bool stacker_node_on(struct stacker *s, const struct row_info *info, uint32_t *node)
{
	return find_node(s, info, *node, node);
}

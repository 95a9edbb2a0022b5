/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/chain.h"

#include "recording/userstack.h"
#include "wire/branches.h"
#include "wire/callchain.h"
#include "wire/decode.h"

/* The current record. */
struct chain_sample {
	struct chain *chain;
	const struct row_info *info;
	struct layout layout;
	const uint8_t *p;
	size_t len;
};

void chain_init(struct chain *c, struct reader *reader)
{
	*c = (struct chain){ .reader = reader };
	vec_push(&c->words, 0); /* allocate the array */
	c->words.n = 0;
}

void chain_release(struct chain *c)
{
	vec_release(&c->words);
	vec_release(&c->frames);
	branches_release(&c->branches);
}

static void add_word(struct chain *c, uint64_t word)
{
	vec_push(&c->words, word);
}

static void add_entries(struct chain *c, struct callchain *entries)
{
	while (c->words.cap < entries->left)
		c->words.v = vec_grow(c->words.v, &c->words.cap, sizeof(c->words.v[0]));
	while (entries->left)
		c->words.v[c->words.n++] = callchain_next(entries);
}

/* ---- user frames that are elsewhere ---- */

static void add_unwound(const struct chain_sample *s)
{
	const struct unwind_frames *frames = userstack_frames(reader_userstack(s->chain->reader),
							      s->info, &s->layout, s->p, s->len);

	if (!frames)
		return;
	s->chain->source = CHAIN_UNWOUND;
	add_word(s->chain, DECODE_CONTEXT_USER);
	for (size_t i = 0; i < frames->ips.n; i++)
		add_word(s->chain, frames->ips.v[i]);
	s->chain->cut = frames->why == UNWIND_CUT;
}

/*
 * The calls of the branch stack replace user frames if the chain has such: first the target of the
 * newest call, then the source of each call.
 */
static void add_calls(const struct chain_sample *s)
{
	struct chain *c = s->chain;
	size_t n = 0;

	while (n < c->words.n && c->words.v[n] != DECODE_CONTEXT_USER)
		n++;
	if (n == c->words.n)
		return;
	c->words.n = n + 1;
	c->source = CHAIN_CALLS;
	branches_decode(&c->branches, &s->layout, s->p, s->len);
	for (size_t i = 0; i < c->branches.list.n; i++) {
		const struct branch *branch = &c->branches.list.v[i];

		if (!i)
			add_word(c, branch->v[BRANCH_TO]);
		add_word(c, branch->v[BRANCH_FROM]);
	}
}

/* ---- all of it ---- */

bool chain_has_calls(const struct layout *layout)
{
	return layout->sample_type & SAMPLE_BRANCH_STACK && layout->branch_type & BRANCH_CALL_STACK;
}

bool chain_adds_frames(const struct layout *layout)
{
	return chain_has_calls(layout) || userstack_can(layout);
}

bool chain_read(struct chain *c, const struct row_info *info)
{
	struct chain_sample s = { .chain = c, .info = info };
	const struct field_offset *place;
	struct callchain entries;
	uint64_t ip;

	if (info->type != RECORD_SAMPLE)
		return false;
	c->words.n = 0;
	c->cut = false;
	c->source = CHAIN_IP;
	c->mode = info->misc & CPUMODE_MASK;
	s.p = reader_bytes(c->reader, info, &s.len);
	reader_layout(c->reader, info, &s.layout);
	place = field_offsets_get(&c->places, info, &s.layout, F_callchain_nr);
	if (callchain_begin(&entries, place, &s.layout, RECORD_SAMPLE, s.p, s.len)) {
		c->source = CHAIN_ENTRIES;
		add_entries(c, &entries);
		if (chain_has_calls(&s.layout))
			add_calls(&s);
		else if (userstack_can(&s.layout))
			add_unwound(&s);
		return true;
	}
	place = field_offsets_get(&c->places, info, &s.layout, F_ip);
	if (place->kind == OFFSET_FIXED &&
	    field_offset_load(place, &s.layout, RECORD_SAMPLE, s.p, s.len, &ip))
		add_word(c, ip);
	return true;
}

static bool enter_context(struct chain *c, uint64_t mark, enum cpumode *mode)
{
	switch (mark) {
	case DECODE_CONTEXT_HYPERVISOR:
		*mode = CPUMODE_HYPERVISOR;
		return true;
	case DECODE_CONTEXT_KERNEL:
		*mode = CPUMODE_KERNEL;
		return true;
	case DECODE_CONTEXT_USER:
		*mode = CPUMODE_USER;
		return true;
	default:
		c->frames.n = 0;
		return false;
	}
}

/* Are the frames return addresses? Unwinding and branch stacks give addresses of calls. */
static bool returns(const struct chain *c, enum cpumode mode)
{
	return mode != CPUMODE_USER || c->source == CHAIN_ENTRIES;
}

void chain_frames(struct chain *c)
{
	enum cpumode mode = c->mode;
	bool innermost = true; /* after the last marker */
	uint64_t before = 0;

	c->frames.n = 0;
	for (size_t i = 0; i < c->words.n; before = c->words.v[i++]) {
		switch (decode_chain_field(c->words.v[i], before)) {
		case F_callchain_ip:
			vec_push(&c->frames,
				 ((struct chain_frame){ c->words.v[i], mode,
							!innermost && returns(c, mode) }));
			innermost = false;
			break;
		case F_callchain_context:
			if (!enter_context(c, c->words.v[i], &mode))
				return;
			innermost = true;
			break;
		default:
			break;
		}
	}
	if (c->cut)
		vec_push(&c->frames, ((struct chain_frame){ UINT64_MAX, CPUMODE_USER, false }));
}

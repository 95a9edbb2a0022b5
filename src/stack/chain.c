/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stack/chain.h"

#include "recording/userstack.h"
#include "wire/bytes.h"
#include "wire/decode.h"

/* Markers that are followed; linux/perf_event.h. */
#define MARK_HYPERVISOR ((uint64_t)-32)
#define MARK_KERNEL ((uint64_t)-128)
#define MARK_USER ((uint64_t)-512)

enum {
	BRANCH_CALL_STACK = 1u << 11 /* of attr.branch_sample_type */
};

/* A record whose fields are looked at. */
struct sample {
	struct chain *chain;
	const struct row_info *info;
	struct layout layout;
	const uint8_t *p;
	size_t len;
};

void chain_init(struct chain *c, struct reader *reader)
{
	*c = (struct chain){ .reader = reader };
	vec_push(&c->words, 0); /* so that there is an array */
	c->words.n = 0;
}

void chain_release(struct chain *c)
{
	vec_release(&c->words);
	vec_release(&c->frames);
}

static void add_word(struct chain *c, uint64_t word)
{
	vec_push(&c->words, word);
}

/* ---- where the fields are ---- */

struct list_sink {
	struct sink sink;
	size_t at, n;
};

static bool list_begin(struct sink *sink, const struct item *item)
{
	struct list_sink *l = (struct list_sink *)sink;

	if (item->word != W_callchain || item->element)
		return true;
	l->at = item->off;
	l->n = item->num;
	return false;
}

/* The first entry of the call chain, and how many there are. False: there is none. */
static bool find_entries(const struct sample *s, size_t *at, size_t *n)
{
	const struct field_offset *place =
		field_offsets_get(&s->chain->places, s->info, &s->layout, W_callchain_nr);
	struct list_sink l = { .sink = { .begin = list_begin } };
	size_t end;

	if (place->kind != OFFSET_WALK)
		return place->kind == OFFSET_FIXED &&
		       field_offset_list(place, &s->layout, RECORD_SAMPLE, s->p, s->len, at, n);
	decode_record(&s->layout, s->p, s->len, &l.sink);
	if (!l.at)
		return false;
	end = field_offset_end(&s->layout, RECORD_SAMPLE, s->len);
	*at = l.at;
	*n = end > l.at ? (end - l.at) / 8 : 0;
	*n = l.n < *n ? l.n : *n;
	return true;
}

static void add_entries(const struct sample *s, size_t at, size_t n)
{
	struct chain *c = s->chain;

	while (c->words.cap < n)
		c->words.v = vec_grow(c->words.v, &c->words.cap, sizeof(c->words.v[0]));
	for (size_t i = 0; i < n; i++)
		c->words.v[i] = load_u64(s->p + at + 8 * i, s->layout.big);
	c->words.n = n;
}

/* ---- user frames that are elsewhere ---- */

static void add_unwound(const struct sample *s)
{
	const struct unwind_frames *frames = userstack_frames(reader_userstack(s->chain->reader),
							      s->info, &s->layout, s->p, s->len);

	if (!frames)
		return;
	s->chain->source = CHAIN_UNWOUND;
	add_word(s->chain, MARK_USER);
	for (size_t i = 0; i < frames->ips.n; i++)
		add_word(s->chain, frames->ips.v[i]);
	s->chain->cut = frames->why == UNWIND_CUT;
}

struct calls_sink {
	struct sink sink;
	struct chain *chain;
	bool any;
};

/* The place where the newest call arrived, then from where each was made. */
static bool calls_value(struct sink *sink, const struct item *item)
{
	struct calls_sink *calls = (struct calls_sink *)sink;
	struct chain *c = calls->chain;

	if (item->word == W_br_from) {
		if (!calls->any)
			add_word(c, 0);
		add_word(c, item->num);
	} else if (item->word == W_br_to && !calls->any) {
		c->words.v[c->words.n - 2] = item->num;
		calls->any = true;
	}
	return true;
}

/* Only where the chain tells of user frames do the calls stand for them. */
static void add_calls(const struct sample *s)
{
	struct chain *c = s->chain;
	struct calls_sink calls = { .sink = { .value = calls_value }, .chain = c };
	size_t n = 0;

	while (n < c->words.n && c->words.v[n] != MARK_USER)
		n++;
	if (n == c->words.n)
		return;
	c->words.n = n + 1;
	c->source = CHAIN_CALLS;
	decode_record(&s->layout, s->p, s->len, &calls.sink);
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
	struct sample s = { .chain = c, .info = info };
	const struct field_offset *place;
	size_t at, n;
	uint64_t ip;

	if (info->type != RECORD_SAMPLE)
		return false;
	c->words.n = 0;
	c->cut = false;
	c->source = CHAIN_IP;
	c->mode = info->misc & CPUMODE_MASK;
	s.p = reader_bytes(c->reader, info, &s.len);
	reader_layout(c->reader, info, &s.layout);
	if (find_entries(&s, &at, &n)) {
		c->source = CHAIN_ENTRIES;
		add_entries(&s, at, n);
		if (chain_has_calls(&s.layout))
			add_calls(&s);
		else if (userstack_can(&s.layout))
			add_unwound(&s);
		return true;
	}
	place = field_offsets_get(&c->places, info, &s.layout, W_ip);
	if (place->kind == OFFSET_FIXED &&
	    field_offset_load(place, &s.layout, RECORD_SAMPLE, s.p, s.len, &ip))
		add_word(c, ip);
	return true;
}

static bool enter_context(struct chain *c, uint64_t mark, enum cpumode *mode)
{
	switch (mark) {
	case MARK_HYPERVISOR:
		*mode = CPUMODE_HYPERVISOR;
		return true;
	case MARK_KERNEL:
		*mode = CPUMODE_KERNEL;
		return true;
	case MARK_USER:
		*mode = CPUMODE_USER;
		return true;
	default:
		c->frames.n = 0;
		return false;
	}
}

/* Unwinding and branches tell where the calls are. */
static bool returns(const struct chain *c, enum cpumode mode)
{
	return mode != CPUMODE_USER || c->source == CHAIN_ENTRIES;
}

void chain_frames(struct chain *c)
{
	enum cpumode mode = c->mode;
	bool innermost = true; /* since the last marker */
	uint64_t before = 0;

	c->frames.n = 0;
	for (size_t i = 0; i < c->words.n; before = c->words.v[i++]) {
		switch (decode_chain_word(c->words.v[i], before)) {
		case W_callchain_ip:
			vec_push(&c->frames,
				 ((struct chain_frame){ c->words.v[i], mode,
							!innermost && returns(c, mode) }));
			innermost = false;
			break;
		case W_callchain_context:
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans as seen by a reader, which holds the blocks that it needs. */
#include <stdlib.h>
#include <string.h>

#include "base/container_of.h"
#include "spans/spannames.h"
#include "spans/spans_private.h"

/* A block that is held, because the next row is often in it. */
struct pin {
	const struct spanblock *block; /* NULL: none */
	struct spanstore *store;
};

struct spans_view {
	struct reader_extra extra;
	struct spans *spans;
	struct pin near[1 + SPANS_PAIRS_MAX], far[1 + SPANS_PAIRS_MAX]; /* by layer */
};

static void unpin(struct pin *pin)
{
	if (pin->block)
		spanstore_put(pin->store, pin->block);
	pin->block = NULL;
}

static void close_view(struct reader_extra *extra)
{
	struct spans_view *v = container_of(extra, struct spans_view, extra);

	for (size_t i = 0; i <= SPANS_PAIRS_MAX; i++) {
		unpin(&v->near[i]);
		unpin(&v->far[i]);
	}
	free(v);
}

static struct reader_extra *open_view(struct reader *reader)
{
	struct spans_view *v = mem_zalloc(sizeof(*v));

	v->extra.close = close_view;
	v->spans = spans_in(reader_recording(reader));
	return &v->extra;
}

struct spans_view *spans_view(struct reader *reader, const _Atomic bool *stop)
{
	struct recording *recording = reader_recording(reader);
	const struct spans *spans = reader_waits(reader) ? spans_of(recording, stop)
							 : spans_ready(recording);

	if (!spans)
		return NULL;
	return container_of(reader_extra(reader, open_view), struct spans_view, extra);
}

static bool is_pinned(const struct pin *pin, uint64_t row)
{
	return pin->block && row >= pin->block->first_row &&
	       row - pin->block->first_row < pin->block->rows;
}

/* Get the block of a row in a complete layer. NULL: it is not available. */
static const struct spanblock *pin_row(struct spans_view *v, struct pin *pin, size_t i,
				       uint64_t row)
{
	struct span_layer *l = &v->spans->layers[i];
	uint64_t number;

	if (is_pinned(pin, row))
		return pin->block;
	unpin(pin);
	number = recording_block_of(v->spans->recording, row);
	pin->store = l->store;
	pin->block = spanstore_get(pin->store, number);
	if (pin->block)
		return pin->block;
	spans_replace_store(v->spans, l, pin->store);
	pin->store = l->store;
	pin->block = spanstore_get(pin->store, number);
	return pin->block;
}

const struct spanblock *spans_block(struct spans_view *v, uint64_t number)
{
	if (v->spans->layers_n > 1)
		return NULL;
	return pin_row(v, &v->near[0], 0, recording_block(v->spans->recording, number).first_row);
}

static const struct span_kind *kind_of(const struct span_layer *l, uint32_t kind)
{
	return l->pair ? &l->pair->kind : &span_kinds[kind - 1];
}

static void set_one(const struct span_layer *l, const struct pin *pin, uint32_t i,
		    struct spans_one *one)
{
	const struct spanblock *b = pin->block;
	uint64_t what = spanblock_value(b, SPANCOL_WHAT, i);
	uint64_t row = b->first_row + spanblock_value(b, SPANCOL_AT, i);
	uint64_t wakeup = spanblock_value(b, SPANCOL_WAKEUP, i);

	*one = (struct spans_one){
		.kind = kind_of(l, spanwhat_kind(what)),
		.state = spanwhat_state(what),
		.begin = row,
		.has_dur = spanwhat_has_dur(what),
		.dur = spanblock_value(b, SPANCOL_DUR, i),
		.has_ret = what & SPANWHAT_HAS_RET,
		.has_off = what & SPANWHAT_HAS_OFF,
		.off = spanblock_value(b, SPANCOL_OFF, i),
		.has_wakeup = wakeup,
		.depth = (uint32_t)spanblock_value(b, SPANCOL_DEPTH, i),
	};
	one->name = spannames_text(spanstore_names(pin->store),
				   (uint32_t)spanblock_value(b, SPANCOL_NAME, i), &one->len);
	if (one->has_dur)
		one->end = spanblock_row(row, spanblock_value(b, SPANCOL_END, i));
	if (one->has_ret)
		one->ret = spanblock_unfold(spanblock_value(b, SPANCOL_RET, i));
	if (wakeup)
		one->wakeup = spanblock_row(row, wakeup);
}

static bool begun_in(struct spans_view *v, struct pin *pins, size_t i, uint64_t row,
		     struct spans_one *one)
{
	const struct spanblock *b = pin_row(v, &pins[i], i, row);
	uint32_t place = b ? b->place[SPAN_BEGINS][row - b->first_row] : 0;

	if (place)
		set_one(&v->spans->layers[i], &pins[i], place - 1, one);
	return place;
}

/* Can a layer have spans of a kind (NULL: of any kind)? */
static bool may_be_of(const struct span_layer *l, const char *kind)
{
	return !l->hidden && (!kind || !l->pair || !strcmp(l->pair->kind.name, kind));
}

static bool is_of(const struct spans_one *one, const char *kind)
{
	return !kind || !strcmp(one->kind->name, kind);
}

bool spans_begun_of(struct spans_view *v, uint64_t row, const char *kind, struct spans_one *one)
{
	for (size_t i = 0; i < v->spans->layers_made; i++)
		if (may_be_of(&v->spans->layers[i], kind) && begun_in(v, v->near, i, row, one) &&
		    is_of(one, kind))
			return true;
	return false;
}

bool spans_begun(struct spans_view *v, uint64_t row, struct spans_one *one)
{
	return spans_begun_of(v, row, NULL, one);
}

static bool ended_in(struct spans_view *v, size_t i, uint64_t row, struct spans_one *one)
{
	const struct spanblock *b = pin_row(v, &v->near[i], i, row);
	uint32_t place = b ? b->place[SPAN_ENDS][row - b->first_row] : 0;
	uint64_t begin;

	if (!place)
		return false;
	begin = spanblock_value(b, SPANCOL_END_BEGIN, place - 1);
	if (begin)
		return begun_in(v, v->far, i, spanblock_row(row, begin), one);
	*one = (struct spans_one){
		.kind = kind_of(&v->spans->layers[i],
				(uint32_t)spanblock_value(b, SPANCOL_END_KIND, place - 1)),
		.state = SPAN_ORPHANED,
		.name = "",
		.end = row,
	};
	return true;
}

bool spans_ended_of(struct spans_view *v, uint64_t row, const char *kind, struct spans_one *one)
{
	for (size_t i = 0; i < v->spans->layers_made; i++)
		if (may_be_of(&v->spans->layers[i], kind) && ended_in(v, i, row, one) &&
		    is_of(one, kind))
			return true;
	return false;
}

bool spans_ended(struct spans_view *v, uint64_t row, struct spans_one *one)
{
	return spans_ended_of(v, row, NULL, one);
}

const char *spans_state(enum span_state state)
{
	static const char *const names[SPAN_STATES] = {
		[SPAN_NONE] = "",
		[SPAN_COMPLETE] = "complete",
		[SPAN_DOUBTFUL] = "doubtful",
		[SPAN_UNFINISHED] = "unfinished",
		[SPAN_NORETURN] = "noreturn",
		[SPAN_ORPHANED] = "orphaned",
	};

	return names[state];
}

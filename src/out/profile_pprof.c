/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of pprof: a gzipped message Profile of profile.proto (github.com/google/pprof). A
 * sample stands for all of one stack and event; the task is the outermost frame. Each event
 * (query/shown_event.h) has two sample types: EVENT_sample, their number, and EVENT_event, the sum
 * of their periods, in nanoseconds where the event counts these.
 */
#include <stdlib.h>
#include <zlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "out/formats.h"
#include "out/whole.h"

/* Numbers of fields of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_FILENAME = 4
};

/*
 * Texts at the beginning of the table. The two of each event's sample types follow, then two of
 * each frame, its name and its file.
 */
enum {
	TEXT_NONE,
	TEXT_COUNT,
	TEXT_TIME,
	TEXTS
};

enum {
	WIRE_VARINT = 0,
	WIRE_BYTES = 2,
	GZIP = 16, /* of windowBits: with the header of gzip */
	OUT_BYTES = 64 << 10
};

struct pprof {
	struct whole *whole;
	const struct stacktree *tree;
	struct shown_events events; /* whose frames are children of the root */
	VEC(uint32_t) event_of;	    /* the number of each of these children's event, by frame */
	struct stacktree places;    /* locations: the way to a node has a frame and those inlined */
	VEC(uint32_t) lines;	    /* frames of one, innermost first */
	z_stream z;
	struct buf message; /* that is being made, */
	struct buf inner;   /* and one in it */
	uint8_t out[OUT_BYTES];
};

/* ---- the wire format of protocol buffers ---- */

static void add_varint(struct buf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buf_addc(out, (char)(v | 0x80));
	buf_addc(out, (char)v);
}

static void add_number(struct buf *out, unsigned field, uint64_t v)
{
	add_varint(out, field << 3 | WIRE_VARINT);
	add_varint(out, v);
}

static void add_bytes(struct buf *out, unsigned field, const void *p, size_t len)
{
	add_varint(out, field << 3 | WIRE_BYTES);
	add_varint(out, len);
	buf_add(out, p, len);
}

/* ---- gzip ---- */

static void deflate_bytes(struct pprof *p, const void *bytes, size_t len, int flush)
{
	p->z.next_in = (Bytef *)(uintptr_t)bytes;
	p->z.avail_in = (uInt)len;
	do {
		p->z.next_out = p->out;
		p->z.avail_out = OUT_BYTES;
		deflate(&p->z, flush);
		output_add(p->whole->output, p->out, OUT_BYTES - p->z.avail_out);
	} while (!p->z.avail_out);
}

/* The message becomes a field of the profile. */
static void end_message(struct pprof *p, unsigned field)
{
	buf_reset(&p->inner);
	add_bytes(&p->inner, field, p->message.p, p->message.len);
	deflate_bytes(p, p->inner.p, p->inner.len, Z_NO_FLUSH);
	buf_reset(&p->message);
}

/* ---- the profile ---- */

static void add_value_type(struct pprof *p, uint64_t type, uint64_t unit)
{
	add_number(&p->message, VALUE_TYPE_TYPE, type);
	add_number(&p->message, VALUE_TYPE_UNIT, unit);
	end_message(p, PROFILE_SAMPLE_TYPE);
}

/* The location of the frames that were collected: where the same were inlined it is the same. */
static uint32_t end_place(struct pprof *p)
{
	uint32_t place = STACK_ROOT;

	while (p->lines.n)
		place = stacktree_child(&p->places, place, p->lines.v[--p->lines.n]);
	stacktree_add(&p->places, place, &(struct stack_weight){ .samples = 1 });
	return place;
}

/* The values of other events are 0. */
static void add_values(struct pprof *p, const struct stack_node *node, uint32_t event_frame)
{
	uint32_t event = p->event_of.v[event_frame];

	for (size_t i = 0; i < p->events.names.n; i++) {
		add_varint(&p->inner, i == event ? node->self.samples : 0);
		add_varint(&p->inner, i == event ? node->self.weight : 0);
	}
}

/* The innermost frame first; the outermost is the event's. */
static void add_sample(struct pprof *p, uint32_t number)
{
	const struct stack_node *node = stacktree_node(p->tree, number);
	uint32_t event = STACK_NO_FRAME;

	buf_reset(&p->inner);
	for (uint32_t i = number; i != STACK_ROOT; i = stacktree_node(p->tree, i)->parent) {
		uint32_t frame = stacktree_node(p->tree, i)->frame;

		event = frame;
		if (stacktree_node(p->tree, i)->depth == 1)
			break;
		vec_push(&p->lines, frame);
		if (!stacktree_is_inlined(p->tree, frame))
			add_varint(&p->inner, end_place(p));
	}
	add_bytes(&p->message, SAMPLE_LOCATION_ID, p->inner.p, p->inner.len);
	buf_reset(&p->inner);
	add_values(p, node, event);
	add_bytes(&p->message, SAMPLE_VALUE, p->inner.p, p->inner.len);
	end_message(p, PROFILE_SAMPLE);
}

/* A line for each function, the innermost first: it was inlined into the one that follows. */
static void add_place(struct pprof *p, uint32_t place)
{
	add_number(&p->message, LOCATION_ID, place);
	for (uint32_t i = place; i != STACK_ROOT; i = stacktree_node(&p->places, i)->parent) {
		buf_reset(&p->inner);
		add_number(&p->inner, LINE_FUNCTION_ID, stacktree_node(&p->places, i)->frame);
		add_bytes(&p->message, LOCATION_LINE, p->inner.p, p->inner.len);
	}
	end_message(p, PROFILE_LOCATION);
}

/* A function of the same number. */
static void add_frame(struct pprof *p, uint32_t frame)
{
	uint64_t text = TEXTS + 2 * p->events.names.n + 2 * (uint64_t)(frame - 1);

	add_number(&p->message, FUNCTION_ID, frame);
	add_number(&p->message, FUNCTION_NAME, text);
	add_number(&p->message, FUNCTION_FILENAME, text + 1);
	end_message(p, PROFILE_FUNCTION);
}

/* Texts of messages are UTF-8: what is not, is escaped. */
static void add_text(struct pprof *p, const char *text)
{
	text_escape_str(&p->message, text ? text : "");
	end_message(p, PROFILE_STRING_TABLE);
}

static void add_type_text(struct pprof *p, const char *event, const char *end)
{
	text_escape_str(&p->message, event);
	buf_adds(&p->message, end);
	end_message(p, PROFILE_STRING_TABLE);
}

/* Of the children of the root, which events' frames they have. */
static void number_events(struct pprof *p)
{
	for (uint32_t i = 0; i < p->tree->frames_n; i++)
		vec_push(&p->event_of, 0);
	for (uint32_t i = stacktree_node(p->tree, STACK_ROOT)->first; i;
	     i = stacktree_node(p->tree, i)->next) {
		uint32_t frame = stacktree_node(p->tree, i)->frame;
		size_t event = shown_events_find(&p->events, stacktree_name(p->tree, frame));

		p->event_of.v[frame] = event == SIZE_MAX ? 0 : (uint32_t)event;
	}
}

static void write_profile(struct pprof *p)
{
	number_events(p);
	for (size_t i = 0; i < p->events.names.n; i++) {
		bool time = shown_event_is_time(p->whole->recording, p->events.names.v[i]);

		add_value_type(p, TEXTS + 2 * i, TEXT_COUNT);
		add_value_type(p, TEXTS + 2 * i + 1, time ? TEXT_TIME : TEXT_COUNT);
	}
	for (uint32_t i = 1; i < p->tree->nodes_n && !atomic_load(p->whole->stop); i++)
		if (stacktree_node(p->tree, i)->self.samples)
			add_sample(p, i);
	for (uint32_t i = 1; i < p->tree->frames_n; i++)
		add_frame(p, i);
	for (uint32_t i = 1; i < p->places.nodes_n; i++)
		if (stacktree_node(&p->places, i)->self.samples)
			add_place(p, i);
	add_text(p, "");
	add_text(p, "count");
	add_text(p, "nanoseconds");
	for (size_t i = 0; i < p->events.names.n; i++) {
		add_type_text(p, p->events.names.v[i], "_sample");
		add_type_text(p, p->events.names.v[i], "_event");
	}
	for (uint32_t i = 1; i < p->tree->frames_n; i++) {
		add_text(p, stacktree_name(p->tree, i));
		add_text(p, stacktree_dso(p->tree, i));
	}
	buf_reset(&p->inner);
	add_number(&p->inner, PROFILE_DEFAULT_SAMPLE_TYPE, p->events.names.n ? TEXTS : TEXT_NONE);
	deflate_bytes(p, p->inner.p, p->inner.len, Z_FINISH);
}

int profile_pprof(struct whole *w, struct err *err)
{
	struct pprof *p = mem_zalloc(sizeof(*p));
	struct stacks *stacks;
	int rc;

	shown_events_read(&p->events, w->recording, w->filter);
	rc = whole_stacks(w, true, &p->events, &stacks, err);
	p->whole = w;
	buf_init(&p->message);
	buf_init(&p->inner);
	stacktree_init(&p->places, true, recording_spool_dir(w->recording));
	if (rc == 0 && deflateInit2(&p->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP,
				    MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		rc = err_set(err, ERR_IO, "zlib cannot compress");
	if (rc == 0) {
		p->tree = stacks_lock(stacks);
		write_profile(p);
		stacks_unlock(stacks);
		deflateEnd(&p->z);
	}
	stacks_free(stacks);
	buf_release(&p->message);
	buf_release(&p->inner);
	stacktree_release(&p->places);
	vec_release(&p->lines);
	vec_release(&p->event_of);
	shown_events_release(&p->events);
	free(p);
	return rc == 0 && atomic_load(w->stop) ? ERR_STOPPED : rc;
}

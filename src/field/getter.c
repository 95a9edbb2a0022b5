/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/getter.h"

#include "field/problem.h"
#include "file/feature_time.h"
#include "recording/line.h"
#include "recording/payload.h"
#include "recording/reader_text.h"
#include "recording/row_record.h"
#include "spans/syscalls.h"
#include "stack/framename.h"
#include "stack/stacktext.h"
#include "wire/callchain.h"
#include "wire/find.h"
#include "wire/tracefields.h"

const struct getter getters[FIELD_COUNT] = {
#define DERIVED(id, name, alias, type, form, names, tier, help, getter, base, records, from, when, \
		json)                                                                              \
	[F_##id] = { getter, GETTER_FROM_##from, VALUE_##when, GETTER_JSON_##json },
#include "wire/fields.def"
};

void getter_context_release(struct getter_context *c)
{
	stacktext_close(c->stacks[false]);
	stacktext_close(c->stacks[true]);
}

/* ---- from the index ---- */

void getter_file(struct getter_context *c, const struct row_info *info, struct value *v)
{
	value_set_string(v, reader_file(c->reader, info)->path);
}

void getter_host(struct getter_context *c, const struct row_info *info, struct value *v)
{
	if (features_text(&reader_file(c->reader, info)->features, FEATURE_HOSTNAME, c->room))
		value_set_text(v, c->room->p, c->room->len);
}

/* perf starts with the reference clock. A recording from a pipe has no file of that time. */
void getter_recorded(struct getter_context *c, const struct row_info *info, struct value *v)
{
	const struct perf_file *file = reader_file(c->reader, info);
	struct wall_clock clock;

	if (feature_wall_clock(&file->features, &clock))
		value_set_number(v, true, clock.wall_ns);
	else
		value_set_number(v, !file->spooled, (uint64_t)file->id.mtime_ns);
}

void getter_event(struct getter_context *c, const struct row_info *info, struct value *v)
{
	const struct events *events = &reader_file(c->reader, info)->events;

	if (info->event != EVENT_NONE)
		value_set_string(v, events->list.v[info->event].name);
}

void getter_in(struct getter_context *c, const struct row_info *info, struct value *v)
{
	value_set_number(v, row_is_inflated(c->reader, info), info->in);
}

/* A COMM record has the name itself. The index mostly has it, too. */
void getter_comm(struct getter_context *c, const struct row_info *info, struct value *v)
{
	v->in_record = info->type == RECORD_COMM;
	if (v->in_record ? reader_comm_recorded(c->reader, info, c->room)
			 : reader_comm_bytes(c->reader, info, c->room))
		value_set_text(v, c->room->p, c->room->len);
	else if (v->in_record)
		value_of_record(c->reader, info, v);
}

/* FORK and EXIT records have it themselves. */
void getter_ppid(struct getter_context *c, const struct row_info *info, struct value *v)
{
	uint32_t ppid = 0;
	bool has;

	if (info->type == RECORD_FORK || info->type == RECORD_EXIT) {
		value_of_record(c->reader, info, v);
		return;
	}
	has = reader_ppid(c->reader, info, &ppid);
	value_set_number(v, has, value_sign32(ppid));
}

/* ---- times that are counted from others ---- */

void getter_rel(struct getter_context *c, const struct row_info *info, struct value *v)
{
	const struct span *span = reader_span(c->reader);

	value_set_number(v, info->has_time && span->has, info->time - span->first);
}

void getter_wall(struct getter_context *c, const struct row_info *info, struct value *v)
{
	uint64_t wall = 0;
	bool has = reader_wall(c->reader, info, &wall);

	value_set_number(v, has, wall);
}

void getter_gap(struct getter_context *c, const struct row_info *info, struct value *v)
{
	enum gap_of of = GAP_ALL;
	int64_t gap = 0;
	bool has;

	value_is_gap(v->field, &of);
	has = reader_gap(c->reader, info, of, &gap);
	value_set_number(v, has, (uint64_t)gap);
}

/* ---- what went wrong, and what somebody has noted ---- */

void getter_damage(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct sink nothing = { NULL };
	struct row_record r;

	if (info->type == RECORD_DAMAGE) {
		value_set_string(v, info->damage);
		return;
	}
	row_record_begin(&r, c->reader, info);
	row_record_read(&r);
	value_set_string(v, decode_record(&r.layout, r.p, r.len, &nothing));
}

void getter_problem(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct problem problem;

	if (problem_may_be(info->type) && problem_of_row(c->reader, info, &problem))
		value_set_string(v, problem_name(problem.kind));
}

/* Set whether a note exists, or its text. */
static void set_note(struct getter_context *c, const struct notes *notes,
		     const struct row_info *info, struct value *v)
{
	const struct note *note = notes ? notes_find(notes, info->row) : NULL;

	if (v->field == F_flagged) {
		value_set_number(v, note && note->flagged, note && note->flagged);
	} else if (note && note->text) {
		buf_adds(c->room, note->text);
		value_set_text(v, c->room->p, c->room->len);
	}
}

void getter_note(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct notes *notes;

	if (c->keeps) {
		set_note(c, c->notes, info, v);
		return;
	}
	notes = recording_notes(reader_recording(c->reader));
	set_note(c, notes, info, v);
	notes_put(notes);
}

/* ---- of the record as a whole ---- */

void getter_line(struct getter_context *c, const struct row_info *info, struct value *v)
{
	size_t at = c->room->len;

	line_text(c->reader, info, c->room);
	if (info->type == RECORD_SAMPLE)
		syscalls_in_text(c->reader, info, at, c->room);
	value_set_text(v, c->room->p, c->room->len);
}

void getter_bytes(struct getter_context *c, const struct row_info *info, struct value *v)
{
	const uint8_t *p;
	size_t len;

	if (info->type == RECORD_DAMAGE)
		return;
	p = reader_bytes(c->reader, info, &len);
	if (len)
		value_set_text(v, (const char *)p, len);
}

/* All fields of a tracepoint in one text. */
void getter_tp(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct layout layout;
	const uint8_t *p;
	size_t len;

	reader_layout(c->reader, info, &layout);
	if (info->type != RECORD_SAMPLE || !layout.format)
		return;
	p = reader_bytes(c->reader, info, &len);
	if (tracefields_add(&layout, p, len, c->room))
		value_set_text(v, c->room->p, c->room->len);
}

void getter_depth(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct row_record r;
	uint64_t depth = 0;
	bool has;

	row_record_begin(&r, c->reader, info);
	if (!row_record_read(&r))
		return;
	has = callchain_depth(&r.layout, r.p, r.len, &depth);
	value_set_number(v, has, depth);
}

/* The data that follow the record. */
void getter_payload(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct payload payload = { 0 };

	if (reader_payload(c->reader, info, &payload))
		value_set_number(v, true,
				 v->field == F_auxtrace_cut ? payload_is_cut(&payload)
							    : payload.offset);
}

/* ---- stacks ---- */

static void kept_stack(struct getter_context *c, const struct row_info *info, bool inlined,
		       struct value *v)
{
	struct stacktext **stacks = &c->stacks[inlined];
	const char *text;
	size_t len;

	if (!*stacks)
		*stacks = stacktext_open(c->reader, inlined, c->stop);
	text = stacktext_get(*stacks, info, &len);
	if (text)
		value_set_text(v, text, len);
}

void getter_folded(struct getter_context *c, const struct row_info *info, struct value *v)
{
	bool inlined = v->field == F_folded_inlined;
	struct chain chain;

	if (c->keeps) {
		kept_stack(c, info, inlined, v);
		return;
	}
	chain_init(&chain, c->reader);
	if (framename_add_stack(&chain, info, inlined, c->room))
		value_set_text(v, c->room->p, c->room->len);
	chain_release(&chain);
}

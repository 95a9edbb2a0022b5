/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Getters of the fields span.*: about the span that a record begins, or else the one that it ends
 * (spans/spans.h).
 */
#include "filter/spanfields.h"

#include "field/getter.h"
#include "spans/errornames.h"
#include "spans/spans.h"
#include "wire/vocabulary.h"

bool spanfields_is(enum field_id field)
{
	return getters[field].get == spanfields_get;
}

static bool is_other(const struct node *node, void *arg)
{
	(void)arg;
	return node->kind != NODE_FIELD || !spanfields_is(node->field);
}

bool spanfields_in(const struct filter *filter)
{
	return filter && filter->root && !node_visit(filter->root, is_other, NULL);
}

/* An end without a begin belongs to no span: only its own record can show it. */
static bool is_of_orphans(enum field_id field)
{
	return field == F_span_kind || field == F_span_state;
}

bool spanfields_may_have(struct reader *reader, const struct row_info *info, enum field_id field)
{
	struct recording *recording = reader_recording(reader);

	if (!vocabulary_may_have(field, info->type))
		return false;
	if (info->type != RECORD_SAMPLE)
		return record_is_switch(info->type) || spans_has_pairs(recording);
	if (field == F_span_begin)
		return spans_may_end(recording, info->part, info->event);
	return spans_may_begin(recording, info->part, info->event) ||
	       (is_of_orphans(field) && spans_may_end(recording, info->part, info->event));
}

static void set_ordinal(struct getter_context *c, uint64_t row, struct value *v)
{
	struct row_info info;

	if (!reader_row(c->reader, row, &info, NULL))
		value_set_number(v, true, info.ordinal);
}

static void set_stack(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct value stack = value_absent(F_folded);

	getter_folded(c, info, &stack);
	if (stack.is == VALUE_TEXT)
		value_set_text(v, stack.p, stack.len);
}

/* Set a field about the wakeup of the thread. */
static void set_of_wakeup(struct getter_context *c, const struct row_info *begin,
			  const struct spans_one *span, struct value *v)
{
	struct row_info wakeup;

	if (!span->has_wakeup || reader_row(c->reader, span->wakeup, &wakeup, NULL))
		return;
	switch (v->field) {
	case F_span_blocked:
		value_set_number(v, true, wakeup.time - begin->time);
		break;
	case F_span_runnable:
		value_set_number(v, span->has_dur, begin->time + span->dur - wakeup.time);
		break;
	case F_span_waker:
		value_set_number(v, wakeup.has_tid, value_sign32(wakeup.tid));
		break;
	case F_span_wakestack:
		set_stack(c, &wakeup, v);
		break;
	default:
		value_set_number(v, true, wakeup.ordinal);
		break;
	}
}

/* Set a field from the record that begins a span. */
static void set_of_span(struct getter_context *c, const struct spans_one *span, struct value *v)
{
	const char *name;

	switch (v->field) {
	case F_span_kind:
		value_set_string(v, span->kind->name);
		break;
	case F_span_name:
		if (span->len)
			value_set_text(v, span->name, span->len);
		break;
	case F_span_state:
		value_set_string(v, spans_state(span->state));
		break;
	case F_span_dur:
		value_set_number(v, span->has_dur, span->dur);
		break;
	case F_span_lasted:
		value_set_number(v, span->has_dur || span->dur, span->dur);
		break;
	case F_span_ret:
		value_set_number(v, span->has_ret, (uint64_t)span->ret);
		break;
	case F_span_errno:
		name = span->has_ret && span->kind->ret_is_error ? errornames_of(span->ret) : NULL;
		if (name)
			value_set_string(v, name);
		break;
	case F_span_offcpu:
		value_set_number(v, span->has_off, span->off);
		break;
	case F_span_depth:
		value_set_number(v, true, span->depth);
		break;
	case F_span_end:
		if (span->has_dur)
			set_ordinal(c, span->end, v);
		break;
	default:
		break;
	}
}

void spanfields_get(struct getter_context *c, const struct row_info *info, struct value *v)
{
	struct spans_view *spans =
		spans_view(c->reader, c->stop ? c->stop : reader_stop(c->reader));
	struct spans_one span;

	if (!spans)
		return;
	if (v->field == F_span_begin) {
		if (spans_ended_of(spans, info->row, c->of, &span) && span.state != SPAN_ORPHANED)
			set_ordinal(c, span.begin, v);
		return;
	}
	if (spans_begun_of(spans, info->row, c->of, &span)) {
		if (v->field >= F_span_blocked && v->field <= F_span_wakestack)
			set_of_wakeup(c, info, &span, v);
		else
			set_of_span(c, &span, v);
		return;
	}
	if (is_of_orphans(v->field) && spans_ended_of(spans, info->row, c->of, &span) &&
	    span.state == SPAN_ORPHANED)
		set_of_span(c, &span, v);
}

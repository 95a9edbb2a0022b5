/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates a filter for one row: conditions, and values that are computed from others. */
#include "filter/match.h"

#include "filter/each.h"
#include "filter/regex.h"
#include "wire/bytes.h"

static struct value value_of(struct row_context *l, const struct node *node);

/* ---- names of addresses ---- */

struct nametest *match_test(struct eval *e, const struct node *node)
{
	struct nametest **test = &e->tests[node->test];

	if (!*test)
		*test = nametest_open(e->reader, node, e->matcher, e->stop);
	return *test;
}

enum nametest_answer match_name(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a);
	enum cpumode mode = node->a->index < 0 ? l->mode : l->frame_mode;

	if (v.is != VALUE_NUMBER || !record_has_frames(l->record.info->type))
		return NAMETEST_ABSENT;
	return nametest_ask(match_test(l->eval, node), l->record.info, mode, (uint64_t)v.num);
}

/* ---- values ---- */

static struct value of_arith(struct row_context *l, const struct node *node)
{
	struct value a = value_of(l, node->a), b = number_value(0);
	s128 result;

	if (node->b)
		b = value_of(l, node->b);
	if (a.is != VALUE_NUMBER || b.is != VALUE_NUMBER ||
	    !expr_compute(node->op, a.num, b.num, &result))
		return no_value();
	return number_value(result);
}

static struct value of_percent(const struct row_context *l, const struct node *node)
{
	const struct span *span = &l->eval->span;
	const s128 whole = (s128)100 * 1000000000;
	s128 part;

	if (!span->has || (node->base == PERCENT_WALL && !span->has_wall))
		return no_value();
	/* Rounded as in perf: half a ns and more is rounded up. */
	part = (s128)(span->sample_last - span->sample_first) * node->num;
	part = (part + whole / 2) / whole;
	if (node->base == PERCENT_REL)
		return number_value(part + (s128)span->sample_first - (s128)span->first);
	part += span->sample_first;
	return number_value(node->base == PERCENT_WALL ? part + span->wall : part);
}

/* The result is kept, because converting the time zone for many rows is expensive. */
static struct value of_moment(const struct row_context *l, const struct node *node)
{
	struct eval *e = l->eval;
	struct moment_slot *slot = &e->moments[(uintptr_t)node / sizeof(*node) % EVAL_MOMENTS];
	size_t part = l->record.info ? l->record.info->part : 0;
	uint64_t wall;

	if (slot->node != node) {
		slot->node = node;
		slot->part = 0;
		slot->known = walltime_find(&node->moment, &e->span, &wall);
		slot->wall = slot->known ? wall : 0;
	}
	/*
	 * Parts can have different clocks; of a single part the result is constant
	 * (match_constant()).
	 */
	if (slot->part != part + 1) {
		slot->part = part + 1;
		slot->has_wall = span_wall(reader_recording(e->reader), part, &slot->offset);
	}
	if (!slot->known || !slot->has_wall)
		return no_value();
	if (node->base == PERCENT_WALL)
		return number_value(slot->wall);
	wall = slot->wall - slot->offset;
	return number_value(node->base == PERCENT_REL ? (s128)(int64_t)wall - (s128)e->span.first
						      : (s128)(int64_t)wall);
}

static struct value of_slice(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a);
	uint32_t len = node->len;

	if (!value_is_text(&v) || node->from > v.len)
		return no_value();
	if (len == UINT32_MAX)
		len = (uint32_t)(v.len - node->from);
	if (len > v.len - node->from)
		return no_value();
	v.p += node->from;
	v.len = len;
	if (node->as_number && row_record_read(&l->record))
		return number_value(load_uint((const uint8_t *)v.p, len, l->record.layout.big));
	return v;
}

static struct value of_len(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a);

	return value_is_text(&v) ? number_value((s128)v.len) : no_value();
}

static struct value value_of(struct row_context *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_NUMBER:
		return number_value(node->num);
	case NODE_PERCENT:
		return of_percent(l, node);
	case NODE_MOMENT:
		return of_moment(l, node);
	case NODE_STRING:
		return text_value(node->text.p, node->text.len);
	case NODE_FIELD:
		if (node == l->each)
			return l->current;
		if (node == l->other)
			return l->other_current;
		return node->slot >= 0 ? l->slots[node->slot] : row_context_field(l, node);
	case NODE_ARITH:
		return of_arith(l, node);
	case NODE_COUNT:
		return each_count(l, node);
	case NODE_LEN:
		return of_len(l, node);
	case NODE_SLICE:
		return of_slice(l, node);
	default:
		return no_value();
	}
}

/* ---- conditions ---- */

static bool compares(struct row_context *l, const struct node *node)
{
	struct value a = value_of(l, node->a), b = value_of(l, node->b);

	if (a.is == VALUE_NUMBER && b.is == VALUE_NUMBER)
		return expr_compare(node->op, a.num, b.num);
	if (a.is == b.is && value_is_text(&a) && (node->op == OP_EQ || node->op == OP_NE))
		return expr_compare_text(node->op, a.p, a.len, b.p, b.len);
	return false;
}

static bool is_in(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a);

	for (size_t i = 0; v.is == VALUE_NUMBER && i < node->ranges.n; i++) {
		const struct value_range *r = &node->ranges.v[i];
		struct value lo = value_of(l, r->lo), hi = r->hi ? value_of(l, r->hi) : lo;

		if (lo.is == VALUE_NUMBER && hi.is == VALUE_NUMBER && v.num >= lo.num &&
		    v.num <= hi.num)
			return true;
	}
	return false;
}

static bool has_bits(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a), level = no_value();
	bool found;

	if (v.is != VALUE_NUMBER)
		return false;
	if (node->b)
		level = value_of(l, node->b);
	found = (uint64_t)v.num & node->mask;
	if (level.is == VALUE_NUMBER && level.num >= 0 && level.num < 32)
		found = found || node->levels >> (unsigned)level.num & 1;
	return found != node->negate;
}

/* The bytes of a tracepoint are compared as text of hexadecimal digits. */
static struct value as_text(struct row_context *l, const struct node *node, struct value v)
{
	struct buf *hex = &l->eval->hex;

	if (v.is != VALUE_BYTES || node->type != TYPE_ANY)
		return v;
	buf_reset(hex);
	buf_add_hexbytes(hex, (const uint8_t *)v.p, v.len);
	return text_value(hex->p, hex->len);
}

static bool is_text(struct row_context *l, const struct node *node)
{
	struct value v = as_text(l, node->a, value_of(l, node->a));

	return value_is_text(&v) && nametest_text(node, NULL, v.p, v.len) == REGEX_YES;
}

static bool matches(struct row_context *l, const struct node *node)
{
	struct value v = value_of(l, node->a);

	return value_is_text(&v) && nametest_text(node, l->eval->matcher, v.p, v.len) == REGEX_YES;
}

static bool is_true(struct value v)
{
	return v.is == VALUE_NUMBER ? v.num != 0 : v.is != VALUE_ABSENT;
}

static bool holds_now(struct row_context *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_TRUTH:
		return is_true(value_of(l, node->a));
	case NODE_COMPARE:
		return compares(l, node);
	case NODE_IN:
		return is_in(l, node);
	case NODE_MASK:
		return has_bits(l, node);
	case NODE_TEXTS:
		return is_text(l, node);
	case NODE_MATCH:
		return matches(l, node);
	case NODE_NAME:
		return match_name(l, node) == NAMETEST_YES;
	default:
		return false;
	}
}

bool match_holds(struct row_context *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_AND:
		return match_holds(l, node->a) && match_holds(l, node->b);
	case NODE_OR:
		return match_holds(l, node->a) || match_holds(l, node->b);
	case NODE_NOT:
		return !match_holds(l, node->a);
	case NODE_ELEMENT:
		return each_element(l, node);
	default:
		if ((node->each && node->each != l->each) ||
		    (node->other && node->other != l->other))
			return each_holds(l, node);
		return holds_now(l, node);
	}
}

bool match_node(struct eval *e, const struct node *node, const struct row_info *info)
{
	struct row_context l = { .eval = e, .record = { .reader = e->reader, .info = info } };

	return match_holds(&l, node);
}

static bool is_fixed(const struct node *node, void *arg)
{
	const bool *one_clock = arg;

	return node->kind == NODE_NUMBER || node->kind == NODE_PERCENT ||
	       (node->kind == NODE_MOMENT && *one_clock) || node->kind == NODE_ARITH;
}

bool match_constant(struct eval *e, const struct node *node, s128 *num)
{
	struct row_context l = { .eval = e };
	struct value v = no_value();
	bool one_clock = recording_parts(reader_recording(e->reader)) == 1;

	if (node_visit(node, is_fixed, &one_clock))
		v = value_of(&l, node);
	*num = v.num;
	return v.is == VALUE_NUMBER;
}

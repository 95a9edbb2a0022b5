/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A filter and one row: conditions, and values that are made of others. */
#include "query/match.h"

#include "query/each.h"
#include "query/regex.h"
#include "wire/bytes.h"

static struct val value_of(struct look *l, const struct node *node);

/* ---- names of addresses ---- */

enum nametest_answer match_name(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);
	enum cpumode mode = node->a->index < 0 ? l->mode : l->frame_mode;
	struct eval *e = l->eval;
	struct nametest **test = &e->tests[node->test];

	if (v.kind != VAL_NUMBER || !record_has_frames(l->info->type))
		return NAMETEST_ABSENT;
	if (!*test)
		*test = nametest_open(e->reader, node, e->matcher, e->stop);
	return nametest_ask(*test, l->info, mode, (uint64_t)v.num);
}

/* ---- values ---- */

static struct val of_arith(struct look *l, const struct node *node)
{
	struct val a = value_of(l, node->a), b = val_number(0);
	s128 result;

	if (node->b)
		b = value_of(l, node->b);
	if (a.kind != VAL_NUMBER || b.kind != VAL_NUMBER ||
	    !expr_compute(node->op, a.num, b.num, &result))
		return val_absent();
	return val_number(result);
}

static struct val of_percent(const struct look *l, const struct node *node)
{
	const struct span *span = &l->eval->span;
	const s128 whole = (s128)100 * 1000000000;
	s128 part;

	if (!span->has || (node->base == PERCENT_WALL && !span->has_wall))
		return val_absent();
	/* Rounded as perf does it: half a ns and more counts as one. */
	part = (s128)(span->sample_last - span->sample_first) * node->num;
	part = (part + whole / 2) / whole;
	if (node->base == PERCENT_REL)
		return val_number(part + (s128)span->sample_first - (s128)span->first);
	part += span->sample_first;
	return val_number(node->base == PERCENT_WALL ? part + span->wall : part);
}

/* Kept, for the zones of many rows cost much. */
static struct val of_moment(const struct look *l, const struct node *node)
{
	struct eval *e = l->eval;
	struct moment_slot *slot = &e->moments[(uintptr_t)node / sizeof(*node) % EVAL_MOMENTS];
	size_t part = l->info ? l->info->part : 0;
	uint64_t wall;

	if (slot->node != node) {
		slot->node = node;
		slot->part = 0;
		slot->known = walltime_find(&node->moment, &e->span, &wall);
		slot->wall = slot->known ? wall : 0;
	}
	/* Parts can have different clocks; of one part it is fixed (match_constant()). */
	if (slot->part != part + 1) {
		slot->part = part + 1;
		slot->has_wall = span_wall(reader_recording(e->reader), part, &slot->offset);
	}
	if (!slot->known || !slot->has_wall)
		return val_absent();
	if (node->base == PERCENT_WALL)
		return val_number(slot->wall);
	wall = slot->wall - slot->offset;
	return val_number(node->base == PERCENT_REL ? (s128)(int64_t)wall - (s128)e->span.first
						    : (s128)(int64_t)wall);
}

static struct val of_slice(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);
	uint32_t len = node->len;

	if ((v.kind != VAL_TEXT && v.kind != VAL_BYTES) || node->from > v.len)
		return val_absent();
	if (len == UINT32_MAX)
		len = (uint32_t)(v.len - node->from);
	if (len > v.len - node->from)
		return val_absent();
	v.p = (const uint8_t *)v.p + node->from;
	v.len = len;
	if (node->as_number && look_read(l))
		return val_number(load_uint(v.p, len, l->layout.big));
	return v;
}

static struct val of_len(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);

	return v.kind == VAL_TEXT || v.kind == VAL_BYTES ? val_number((s128)v.len) : val_absent();
}

static struct val value_of(struct look *l, const struct node *node)
{
	switch (node->kind) {
	case NODE_NUMBER:
		return val_number(node->num);
	case NODE_PERCENT:
		return of_percent(l, node);
	case NODE_MOMENT:
		return of_moment(l, node);
	case NODE_STRING:
		return val_text(node->text.p, node->text.len);
	case NODE_FIELD:
		if (node == l->each)
			return l->current;
		if (node == l->other)
			return l->other_current;
		return node->slot >= 0 ? l->slots[node->slot] : look_field(l, node);
	case NODE_ARITH:
		return of_arith(l, node);
	case NODE_COUNT:
		return each_count(l, node);
	case NODE_LEN:
		return of_len(l, node);
	case NODE_SLICE:
		return of_slice(l, node);
	default:
		return val_absent();
	}
}

/* ---- conditions ---- */

static bool compares(struct look *l, const struct node *node)
{
	struct val a = value_of(l, node->a), b = value_of(l, node->b);

	if (a.kind == VAL_NUMBER && b.kind == VAL_NUMBER)
		return expr_compare(node->op, a.num, b.num);
	if (a.kind == b.kind && (a.kind == VAL_TEXT || a.kind == VAL_BYTES) &&
	    (node->op == OP_EQ || node->op == OP_NE))
		return expr_compare_text(node->op, a.p, a.len, b.p, b.len);
	return false;
}

static bool is_in(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);

	for (size_t i = 0; v.kind == VAL_NUMBER && i < node->ranges.n; i++) {
		const struct value_range *r = &node->ranges.v[i];
		struct val lo = value_of(l, r->lo), hi = r->hi ? value_of(l, r->hi) : lo;

		if (lo.kind == VAL_NUMBER && hi.kind == VAL_NUMBER && v.num >= lo.num &&
		    v.num <= hi.num)
			return true;
	}
	return false;
}

static bool has_bits(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a), level = val_absent();
	bool found;

	if (v.kind != VAL_NUMBER)
		return false;
	if (node->b)
		level = value_of(l, node->b);
	found = (uint64_t)v.num & node->mask;
	if (level.kind == VAL_NUMBER && level.num >= 0 && level.num < 32)
		found = found || node->levels >> (unsigned)level.num & 1;
	return found != node->negate;
}

/* A tracepoint's bytes are compared as text of hexadecimal digits. */
static struct val as_text(struct look *l, const struct node *node, struct val v)
{
	struct buf *hex = &l->eval->hex;

	if (v.kind != VAL_BYTES || node->type != TYPE_ANY)
		return v;
	buf_reset(hex);
	buf_add_hexbytes(hex, v.p, v.len);
	return val_text(hex->p, hex->len);
}

static bool is_text(struct look *l, const struct node *node)
{
	struct val v = as_text(l, node->a, value_of(l, node->a));

	return (v.kind == VAL_TEXT || v.kind == VAL_BYTES) &&
	       nametest_text(node, NULL, v.p, v.len) == REGEX_YES;
}

static bool matches(struct look *l, const struct node *node)
{
	struct val v = value_of(l, node->a);

	return (v.kind == VAL_TEXT || v.kind == VAL_BYTES) &&
	       nametest_text(node, l->eval->matcher, v.p, v.len) == REGEX_YES;
}

static bool is_true(struct val v)
{
	return v.kind == VAL_NUMBER ? v.num != 0 : v.kind != VAL_NONE;
}

static bool holds_now(struct look *l, const struct node *node)
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

bool match_holds(struct look *l, const struct node *node)
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
	struct look l = { .eval = e, .info = info };

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
	struct look l = { .eval = e };
	struct val v = val_absent();
	bool one_clock = recording_parts(reader_recording(e->reader)) == 1;

	if (node_visit(node, is_fixed, &one_clock))
		v = value_of(&l, node);
	*num = v.num;
	return v.kind == VAL_NUMBER;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions made of values, whose types have to match. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "field/getter.h"
#include "filter/number_names.h"
#include "filter/parse.h"
#include "filter/regex.h"

#define NOT_FIT "this comparison does not fit the field's type"

/* ---- what is in a condition ---- */

/* The lists over which a comparison iterates. */
struct lists {
	const struct node *first, *second; /* known to be lists */
	const struct node *any, *any_too;  /* fields of tracepoints, which may be lists */
	bool field;			   /* a field occurs */
	bool percent, moment;
	const struct node *seconds; /* a number with a point and no unit */
	enum field_id timed;	    /* a field that is a time, or FIELD_NONE */
};

static void look_for_lists(const struct node *node, struct lists *lists)
{
	if (!node)
		return;
	lists->percent |= node->kind == NODE_PERCENT;
	lists->moment |= node->kind == NODE_MOMENT;
	if (node->kind == NODE_NUMBER && node->seconds)
		lists->seconds = node;
	if (node->kind == NODE_FIELD) {
		lists->field = true;
		if (field_info(node->field)->form == FF_TIME)
			lists->timed = node->field;
		if (node->field == F_tp_field)
			*(lists->any ? &lists->any_too : &lists->any) = node;
		if (node->type == TYPE_GROUP || node->index >= 0 || node->slot >= 0 ||
		    !expr_is_list(node->field))
			return;
		if (lists->first)
			lists->second = node;
		else
			lists->first = node;
		return;
	}
	if (node->kind == NODE_COUNT || node->kind == NODE_ELEMENT) {
		lists->field = true;
		return;
	}
	look_for_lists(node->a, lists);
	look_for_lists(node->b, lists);
	for (size_t i = 0; i < node->ranges.n; i++) {
		look_for_lists(node->ranges.v[i].lo, lists);
		look_for_lists(node->ranges.v[i].hi, lists);
	}
}

static void set_base(struct node *node, enum percent_base base)
{
	if (!node)
		return;
	node->base = base;
	set_base(node->a, base);
	set_base(node->b, base);
	for (size_t i = 0; i < node->ranges.n; i++) {
		set_base(node->ranges.v[i].lo, base);
		set_base(node->ranges.v[i].hi, base);
	}
}

/*
 * Complete a condition: set the lists over which it iterates, and check that it can be evaluated.
 */
static struct node *finish(struct parser *p, struct node *node, bool differs, size_t pos)
{
	struct lists lists = { 0 };
	enum field_id timed;

	look_for_lists(node, &lists);
	timed = lists.timed;
	if (!lists.field)
		return parse_fail(p, node, node->pos, "expected a field here");
	if (lists.second)
		return parse_fail(
			p, node, lists.second->pos,
			"two lists in one comparison: write brstack[from == to] to compare "
			"fields of one element");
	if (lists.first && differs && !p->all)
		return parse_fail(
			p, node, pos,
			"!= on a list is true for almost everything: write \"not FIELD == "
			"VALUE\", or \"all FIELD != VALUE\"");
	if (lists.percent && (!timed || getter_is_duration(timed)))
		return parse_fail(p, node, pos,
				  "a percentage is a part of the recording's time: compare it with "
				  "time, rel or wall");
	if (lists.seconds && !timed)
		return parse_fail(p, node, lists.seconds->pos,
				  "a number with a decimal point needs a unit, as in 12.5ms, "
				  "unless it is a time in seconds");
	if (lists.percent || lists.moment)
		set_base(node, timed == F_rel	 ? PERCENT_REL
			       : timed == F_wall ? PERCENT_WALL
						 : PERCENT_TIME);
	node->each = lists.first ? lists.first : lists.any;
	node->other = lists.first ? lists.any : lists.any_too;
	node->all = p->all;
	return node;
}

struct node *condition_of(struct parser *p, struct node *node)
{
	struct node *truth;

	if (node->type == TYPE_COND)
		return node;
	if (node->kind == NODE_STRING || node->kind == NODE_NUMBER || node->kind == NODE_PERCENT ||
	    node->kind == NODE_MOMENT)
		return parse_fail(p, node, node->pos, "expected a field here");
	truth = node_new(NODE_TRUTH, node->pos);
	truth->a = node;
	return finish(p, truth, false, node->pos);
}

struct node *condition_all(struct parser *p, struct node *node, size_t pos)
{
	node = condition_of(p, node);
	if (node && (!node->all || (!node->each && node->kind != NODE_ELEMENT)))
		return parse_fail(
			p, node, pos,
			"\"all\" needs a condition on a list, as in: all brstack.cycles > 9");
	return node;
}

/* ---- arithmetic ---- */

static bool is_number(struct node *node)
{
	if (node->kind == NODE_SLICE && node->type == TYPE_BYTES &&
	    (node->len == 1 || node->len == 2 || node->len == 4 || node->len == 8)) {
		node->as_number = true;
		node->type = TYPE_NUMBER;
	}
	return node->type == TYPE_NUMBER || node->type == TYPE_ANY;
}

static struct node *fold(struct node *node)
{
	const struct node *a = node->a, *b = node->b;
	struct node *folded;
	s128 num;

	if (a->kind != NODE_NUMBER || (b && b->kind != NODE_NUMBER) ||
	    !expr_compute(node->op, a->num, b ? b->num : 0, &num))
		return node;
	folded = node_new(NODE_NUMBER, node->pos);
	folded->type = TYPE_NUMBER;
	folded->num = num;
	node_free(node);
	return folded;
}

struct node *condition_arith(struct parser *p, enum op op, size_t pos, struct node *a,
			     struct node *b)
{
	struct node *node = node_new(NODE_ARITH, a->pos);

	node->op = op;
	node->type = TYPE_NUMBER;
	node->a = a;
	node->b = b;
	if (!is_number(a) || (b && !is_number(b)))
		return parse_fail(p, node, pos, "arithmetic needs a number here");
	return fold(node);
}

/* ---- comparisons ---- */

static enum op op_of(enum token_kind token)
{
	static const enum op ops[] = {
		[TOKEN_EQ] = OP_EQ,
		[TOKEN_NE] = OP_NE,
		[TOKEN_LT] = OP_LT,
		[TOKEN_LE] = OP_LE,
		[TOKEN_GT] = OP_GT,
		[TOKEN_GE] = OP_GE,
		[TOKEN_CONTAINS] = OP_CONTAINS,
	};

	return ops[token];
}

static enum op mirrored(enum op op)
{
	static const enum op ops[] = {
		[OP_EQ] = OP_EQ, [OP_NE] = OP_NE, [OP_LT] = OP_GT,
		[OP_LE] = OP_GE, [OP_GT] = OP_LT, [OP_GE] = OP_LE,
	};

	return ops[op];
}

static bool is_moment_field(const struct node *node)
{
	return node->kind == NODE_FIELD &&
	       (node->field == F_time || node->field == F_rel || node->field == F_wall);
}

/* A string compared with a number may be a name of that number, or a time of day. */
static bool string_to_number(struct parser *p, const struct node *left, struct node *node)
{
	enum field_id named = number_names_node(left);
	uint64_t num = 0;

	if (node->kind != NODE_STRING)
		return true;
	if (named && number_names_find(named, node->text.p, node->text.len, &num)) {
		node->named = true;
		node->kind = NODE_NUMBER;
	} else if (is_moment_field(left) &&
		   walltime_parse(node->text.p, node->text.len, &node->moment)) {
		bool known = left->field == F_wall && node->moment.has_day;

		node->kind = known ? NODE_NUMBER : NODE_MOMENT;
		num = known ? node->moment.ns : 0;
	} else {
		parse_fail(p, NULL, node->pos, "%s",
			   is_moment_field(left)
				   ? "expected a time, as in 12.5s, 08:00:48.5 or \"2026-11-21 "
				     "08:00:48.5\""
				   : parse_expected(left));
		return false;
	}
	node->type = TYPE_NUMBER;
	node->num = num;
	return true;
}

/* Convert text of hexadecimal digits to the bytes that it represents. */
static bool string_to_bytes(struct parser *p, struct node *node)
{
	struct text *t = &node->text;
	bool good = t->len % 2 == 0;

	for (size_t i = 0; good && i < t->len; i++)
		good = text_hex_digit(t->p[i]) >= 0;
	if (!good) {
		parse_fail(p, NULL, node->pos,
			   "expected an even number of hexadecimal digits; ~ \"text\" searches "
			   "the bytes for text");
		return false;
	}
	for (size_t i = 0; i < t->len / 2; i++)
		t->p[i] =
			(char)(text_hex_digit(t->p[2 * i]) << 4 | text_hex_digit(t->p[2 * i + 1]));
	t->len /= 2;
	return true;
}

/* Convert a value of a set or a comparison to the type of `left`. */
static bool fit_value(struct parser *p, struct node *left, struct node *node)
{
	if (node->type == TYPE_COND || node->type == TYPE_GROUP) {
		parse_fail(p, NULL, node->pos, "%s", parse_expected(left));
		return false;
	}
	if (left->type == TYPE_NUMBER && !string_to_number(p, left, node))
		return false;
	if (left->type == TYPE_BYTES && node->kind == NODE_STRING)
		return string_to_bytes(p, node);
	if (left->type == TYPE_BYTES && node->type == TYPE_NUMBER && is_number(left))
		return true;
	if (left->type == TYPE_NUMBER && node->type == TYPE_BYTES && is_number(node))
		return true;
	if (left->type == node->type || left->type == TYPE_ANY || node->type == TYPE_ANY)
		return true;
	parse_fail(p, NULL, node->pos, "%s", parse_expected(left));
	return false;
}

static void take_text(struct node *node, struct node *from)
{
	vec_push(&node->texts, from->text);
	from->text = (struct text){ NULL, 0 };
}

/* Names of a mask test bits; those of data_src.lvl test the bits of either table of levels. */
static void add_bits(struct node *node, const struct node *value)
{
	const struct text *t = &value->text;
	uint64_t bits = (uint64_t)value->num;
	uint32_t levels;

	if (node->a->field != F_mem_lvl || !number_names_level(t->p, t->len, &bits, &levels)) {
		node->mask |= bits;
		return;
	}
	node->mask |= bits;
	node->levels |= levels;
	if (levels && !node->b) {
		node->b = node_clone_field(node->a);
		node->b->field = F_mem_lvl_num;
	}
}

/*
 * A name that is not a bit, such as UNLOCKED, is an ordinary number. L4 and others have no bit in
 * data_src.lvl either, but are levels of data_src.lvl_num.
 */
static bool asks_for_bit(const struct node *left, const struct node *value)
{
	const struct text *t = &value->text;
	uint64_t bits;
	uint32_t levels;

	if (!value->named || left->kind != NODE_FIELD || !number_names_are_bits(left->field))
		return false;
	if (value->num)
		return true;
	return left->field == F_mem_lvl && number_names_level(t->p, t->len, &bits, &levels);
}

static struct node *match(struct parser *p, struct node *a, size_t pos, struct node *b)
{
	struct node *node = node_new(NODE_MATCH, a->pos);
	struct err err = ERR_INIT;

	node->a = a;
	node->b = b;
	if (b->kind != NODE_STRING)
		return parse_fail(p, node, b->pos, "expected a regular expression in quotes");
	if (a->type == TYPE_NUMBER || a->kind == NODE_STRING)
		return parse_fail(p, node, pos,
				  a->kind == NODE_STRING ? "expected a field before the operator"
							 : NOT_FIT);
	node->regex = regex_compile(b->text.p, b->text.len, &err);
	if (!node->regex)
		return parse_fail(p, node, b->pos + 1 + (size_t)err.offset, "%s", err.msg);
	return finish(p, node, false, pos);
}

static struct node *compare_bits(struct parser *p, struct node *a, enum op op, size_t pos,
				 struct node *b)
{
	struct node *node = node_new(NODE_MASK, a->pos);

	node->a = a;
	node->negate = op == OP_NE;
	add_bits(node, b);
	node_free(b);
	return finish(p, node, node->negate, pos);
}

static struct node *compare_text(struct parser *p, struct node *a, enum op op, size_t pos,
				 struct node *b)
{
	struct node *node = node_new(NODE_TEXTS, a->pos);

	node->a = a;
	node->op = op == OP_CONTAINS ? OP_CONTAINS : OP_EQ;
	node->negate = op == OP_NE;
	take_text(node, b);
	node_free(b);
	return finish(p, node, node->negate, pos);
}

static struct node *compare_values(struct parser *p, struct node *a, enum op op, size_t pos,
				   struct node *b)
{
	struct node *node = node_new(NODE_COMPARE, a->pos);

	node->a = a;
	node->b = b;
	node->op = op;
	return finish(p, node, op == OP_NE, pos);
}

static bool is_constant(const struct node *node)
{
	return node->kind == NODE_NUMBER || node->kind == NODE_STRING || node->kind == NODE_PERCENT;
}

struct node *condition_compare(struct parser *p, struct node *a, enum token_kind token, size_t pos,
			       struct node *b)
{
	bool number, bits;
	enum op op;

	if (token == TOKEN_MATCHES || token == TOKEN_TILDE)
		return match(p, a, pos, b);
	op = op_of(token);
	if (is_constant(a) && !is_constant(b) && op != OP_CONTAINS) {
		struct node *left = b;

		b = a;
		a = left;
		op = mirrored(op);
	}
	if (a->type == TYPE_GROUP || !fit_value(p, a, b)) {
		node_free(b);
		return parse_fail(p, a, a->pos,
				  "this field has members: name one of them, as in brstack.from");
	}
	number = a->type == TYPE_NUMBER || (a->type == TYPE_ANY && b->type == TYPE_NUMBER);
	bits = asks_for_bit(a, b);
	if ((number && op == OP_CONTAINS && !bits) ||
	    (bits && op != OP_EQ && op != OP_NE && op != OP_CONTAINS) ||
	    (!number && op != OP_EQ && op != OP_NE && op != OP_CONTAINS && b->type != TYPE_ANY) ||
	    (op == OP_CONTAINS && !bits && b->kind != NODE_STRING)) {
		node_free(b);
		return parse_fail(p, a, pos, NOT_FIT);
	}
	if (bits)
		return compare_bits(p, a, op, pos, b);
	if (b->kind == NODE_STRING)
		return compare_text(p, a, op, pos, b);
	return compare_values(p, a, op, pos, b);
}

/* ---- sets ---- */

/* What the values of a set are: names of bits, texts, or numbers. */
struct set_kinds {
	size_t bits, texts, ranges;
	size_t names; /* names that are not bits */
};

static bool is_reversed(const struct value_range *r)
{
	return r->hi && r->lo->kind == r->hi->kind &&
	       (r->lo->kind == NODE_NUMBER || r->lo->kind == NODE_PERCENT) &&
	       r->lo->num > r->hi->num;
}

static bool fit_set(struct parser *p, struct node *set, struct set_kinds *kinds)
{
	for (size_t i = 0; i < set->ranges.n; i++) {
		const struct value_range *r = &set->ranges.v[i];

		if (!fit_value(p, set->a, r->lo) || (r->hi && !fit_value(p, set->a, r->hi)))
			return false;
		kinds->bits += !r->hi && asks_for_bit(set->a, r->lo);
		kinds->names += !r->hi && r->lo->named && !asks_for_bit(set->a, r->lo);
		kinds->texts += r->lo->kind == NODE_STRING;
		kinds->ranges += r->hi != NULL;
		if (r->hi && (r->lo->type != TYPE_NUMBER || r->hi->type != TYPE_NUMBER)) {
			parse_fail(p, NULL, r->lo->pos, "only numbers make a range");
			return false;
		}
		if (is_reversed(r)) {
			parse_fail(p, NULL, r->hi->pos, "the range ends before it begins");
			return false;
		}
		if (r->lo->kind != NODE_STRING && r->lo->type != TYPE_NUMBER &&
		    r->lo->type != TYPE_ANY) {
			parse_fail(p, NULL, r->lo->pos, "%s", parse_expected(set->a));
			return false;
		}
	}
	return true;
}

/* Split a set: names of bits become a test of bits, other names remain a set of numbers. */
static struct node *split_set(struct parser *p, struct node *set)
{
	struct node *rest = node_new(NODE_IN, set->pos), *both;
	size_t n = set->ranges.n;

	rest->a = node_clone_field(set->a);
	set->kind = NODE_MASK;
	set->op = OP_EQ;
	for (size_t i = 0; i < n; i++) {
		struct value_range *r = &set->ranges.v[i];

		if (!asks_for_bit(set->a, r->lo)) {
			vec_push(&rest->ranges, *r);
			continue;
		}
		add_bits(set, r->lo);
		node_free(r->lo);
	}
	vec_release(&set->ranges);
	both = node_new(NODE_OR, set->pos);
	both->a = finish(p, set, false, set->pos);
	both->b = finish(p, rest, false, rest->pos);
	return both;
}

struct node *condition_in(struct parser *p, struct node *set)
{
	struct set_kinds kinds = { 0 };
	size_t n = set->ranges.n;

	if (is_constant(set->a))
		return parse_fail(p, set, set->a->pos, "expected a field here");
	if (!fit_set(p, set, &kinds)) {
		node_free(set);
		return NULL;
	}
	if (kinds.bits && kinds.names && kinds.bits + kinds.names == n && !p->all)
		return split_set(p, set);
	if ((kinds.bits && kinds.bits < n) || (kinds.texts && kinds.texts < n))
		return parse_fail(p, set, set->ranges.v[0].lo->pos,
				  kinds.bits ? "expected values of one kind: names or numbers"
					     : "expected values of one kind: strings or numbers");
	if (kinds.bits || kinds.texts) {
		set->kind = kinds.bits ? NODE_MASK : NODE_TEXTS;
		set->op = OP_EQ;
		for (size_t i = 0; i < n; i++) {
			if (kinds.bits)
				add_bits(set, set->ranges.v[i].lo);
			else
				take_text(set, set->ranges.v[i].lo);
			node_free(set->ranges.v[i].lo);
		}
		vec_release(&set->ranges);
	}
	return finish(p, set, false, set->pos);
}

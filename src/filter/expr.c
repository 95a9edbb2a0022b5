/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/expr.h"

#include <stdlib.h>
#include <string.h>

#include "filter/regex.h"

struct node *node_new(enum node_kind kind, size_t pos)
{
	struct node *node = mem_zalloc(sizeof(*node));

	node->kind = kind;
	node->pos = pos;
	node->index = node->slot = -1;
	return node;
}

void node_free(struct node *node)
{
	if (!node)
		return;
	node_free(node->a);
	node_free(node->b);
	node_free(node->name);
	for (size_t i = 0; i < node->texts.n; i++)
		free(node->texts.v[i].p);
	for (size_t i = 0; i < node->ranges.n; i++) {
		node_free(node->ranges.v[i].lo);
		node_free(node->ranges.v[i].hi);
	}
	vec_release(&node->texts);
	vec_release(&node->ranges);
	vec_release(&node->slots);
	regex_free(node->regex);
	free(node->text.p);
	free(node->member);
	free(node);
}

struct node *node_clone_field(const struct node *node)
{
	struct node *copy = node_new(NODE_FIELD, node->pos);

	copy->type = node->type;
	copy->cost = node->cost;
	copy->field = node->field;
	copy->member = node->member ? mem_strdup(node->member) : NULL;
	copy->index = node->index;
	copy->slot = node->slot;
	return copy;
}

int node_slot(struct node *element, enum field_id field)
{
	for (size_t i = 0; i < element->slots.n; i++)
		if (element->slots.v[i] == field)
			return (int)i;
	if (element->slots.n == NODE_SLOTS)
		return -1;
	vec_push(&element->slots, (uint16_t)field);
	return (int)element->slots.n - 1;
}

bool node_visit(const struct node *node, bool (*visit)(const struct node *node, void *arg),
		void *arg)
{
	if (!node)
		return true;
	if (!visit(node, arg) || !node_visit(node->a, visit, arg) ||
	    !node_visit(node->b, visit, arg))
		return false;
	for (size_t i = 0; i < node->ranges.n; i++)
		if (!node_visit(node->ranges.v[i].lo, visit, arg) ||
		    !node_visit(node->ranges.v[i].hi, visit, arg))
			return false;
	return true;
}

bool expr_compute(enum op op, s128 a, s128 b, s128 *result)
{
	switch (op) {
	case OP_ADD:
		return !__builtin_add_overflow(a, b, result);
	case OP_SUB:
		return !__builtin_sub_overflow(a, b, result);
	case OP_MUL:
		return !__builtin_mul_overflow(a, b, result);
	case OP_DIV:
	case OP_MOD:
		/* The quotient of the least number and -1 is the only one that does not fit. */
		if (!b || (b == -1 && __builtin_sub_overflow((s128)0, a, result)))
			return false;
		*result = op == OP_DIV ? a / b : b == -1 ? 0 : a % b;
		return true;
	case OP_BITAND:
		*result = a & b;
		return true;
	case OP_BITOR:
		*result = a | b;
		return true;
	case OP_INVERT:
		*result = ~a;
		return true;
	case OP_NEGATE:
		return !__builtin_sub_overflow((s128)0, a, result);
	default:
		return false;
	}
}

bool expr_compare(enum op op, s128 a, s128 b)
{
	switch (op) {
	case OP_EQ:
		return a == b;
	case OP_NE:
		return a != b;
	case OP_LT:
		return a < b;
	case OP_LE:
		return a <= b;
	case OP_GT:
		return a > b;
	case OP_GE:
		return a >= b;
	default:
		return false;
	}
}

bool expr_compare_text(enum op op, const void *a, size_t a_len, const void *b, size_t b_len)
{
	bool same = a_len == b_len && (!b_len || !memcmp(a, b, b_len));

	if (op == OP_CONTAINS)
		return !b_len || memmem(a, a_len, b, b_len);
	return op == OP_EQ ? same : !same;
}

bool expr_is_list(enum field_id field)
{
	return field_in_list(field);
}

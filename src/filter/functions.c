/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/functions.h"

#include <string.h>

static bool is_counted(const struct node *node)
{
	if (node->kind == NODE_ELEMENT)
		return true;
	return node->kind == NODE_FIELD && node->index < 0 && node->slot < 0 &&
	       (expr_is_list(node->field) || node->field == F_tp_field);
}

static struct node *make_node(enum node_kind kind, struct node *inner, size_t pos)
{
	struct node *node = node_new(kind, pos);

	node->type = TYPE_NUMBER;
	node->a = inner;
	return node;
}

static struct node *make_list_length(struct parser *p, struct node *list, size_t pos)
{
	if (p->element)
		return parse_fail(p, list, list->pos, "count() of a list cannot be inside [ ]");
	return make_node(NODE_COUNT, list, pos);
}

static struct node *make_count(struct parser *p, struct node *inner, size_t pos)
{
	if (!is_counted(inner))
		return parse_fail(p, inner, inner->pos,
				  "count() needs a list, as in count(brstack)");
	return make_list_length(p, inner, pos);
}

static struct node *make_len(struct parser *p, struct node *inner, size_t pos)
{
	if (is_counted(inner) && inner->type == TYPE_GROUP)
		return make_list_length(p, inner, pos);
	if (inner->type != TYPE_TEXT && inner->type != TYPE_BYTES && inner->type != TYPE_ANY)
		return parse_fail(p, inner, inner->pos, "len() needs text, bytes or a list");
	return make_node(NODE_LEN, inner, pos);
}

static const struct function functions[] = {
	{ "count", "how many elements a list has: count(callchain) > 10", make_count },
	{ "len", "how long a text, bytes or a list is: len(comm) > 10", make_len },
};

const struct function *function_at(size_t i)
{
	return i < sizeof(functions) / sizeof(functions[0]) ? &functions[i] : NULL;
}

const struct function *function_find(const char *name)
{
	const struct function *function;

	for (size_t i = 0; (function = function_at(i)); i++)
		if (!strcmp(function->name, name))
			return function;
	return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of an expression: fields, numbers, texts, names, functions. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "field/field.h"
#include "filter/functions.h"
#include "filter/number_names.h"
#include "filter/parse.h"
#include "wire/vocabulary.h"

const char *parse_expected(const struct node *left)
{
	const struct field_info *info;

	if (!left)
		return "expected a field here";
	if (left->type == TYPE_ANY)
		return "expected a number, or a string in quotes";
	if (left->type == TYPE_TEXT)
		return "this field is text: expected a string in quotes";
	if (left->type == TYPE_BYTES)
		return "this field is bytes: expected a string of hexadecimal digits in quotes";
	info = left->kind == NODE_FIELD ? field_info(left->field) : NULL;
	if (info && info->names)
		return "expected the name of one of the field's values, or a number";
	if (info && info->type == FT_BOOL)
		return "expected 0 or 1";
	return "this field is a number: expected a number";
}

/* ---- fields ---- */

static enum value_type type_of(enum field_id field)
{
	switch (field_info(field)->type) {
	case FT_STR:
		return field == F_tp_field ? TYPE_ANY : TYPE_TEXT;
	case FT_BYTES:
		return TYPE_BYTES;
	case FT_UINT:
	case FT_SINT:
	case FT_BOOL:
		return TYPE_NUMBER;
	case FT_FLOAT:
	case FT_OBJECT:
	case FT_LIST:
	default:
		return TYPE_GROUP;
	}
}

/* "from" in brstack[from == 1] is brstack.from. */
static enum field_id member_of(enum field_id list, const char *name, size_t len)
{
	const struct field_info *info = field_info(list);
	const char *prefixes[] = { info->name, info->alias };
	struct buf full = BUF_INIT;
	enum field_id field = FIELD_NONE;

	for (size_t i = 0; i < 2 && !field && prefixes[i]; i++) {
		buf_reset(&full);
		buf_addf(&full, "%s.", prefixes[i]);
		buf_add(&full, name, len);
		field = field_id_find(full.p, full.len);
	}
	buf_release(&full);
	return field != FIELD_NONE && expr_is_list(field) ? field : FIELD_NONE;
}

/* Counts, sizes and padding are shown in the tree and the bytes, but are no fields. */
static struct node *structural(struct parser *p, enum field_id field, size_t pos)
{
	struct buf list = BUF_INIT;

	if (vocabulary_counted(field, &list))
		parse_fail(p, NULL, pos,
			   "%s is stored only to decode %s, and is not a field: write %s(%s)",
			   field_id_name(field), list.p, field == F_raw_size ? "len" : "count",
			   list.p);
	else
		parse_fail(p, NULL, pos, "%s is a part of the record's structure, not a field",
			   field_id_name(field));
	buf_release(&list);
	return NULL;
}

/* Is the word that was just read the whole expression, and so perhaps a name to search for? */
static bool stands_alone(const struct parser *p)
{
	struct lexer lexer = p->lexer;
	struct token *next = mem_zalloc(sizeof(*next));
	bool alone = lex_next(&lexer, next, NULL) || next->kind == TOKEN_END ||
		     next->kind == TOKEN_AND || next->kind == TOKEN_OR || next->kind == TOKEN_CLOSE;

	free(next);
	return alone;
}

/* An unknown word may be a name to search for, or a typing error. */
static struct node *unknown_field(struct parser *p, const char *name, size_t pos)
{
	const struct node *left = p->left;
	enum field_id named = left ? number_names_node(left) : FIELD_NONE;
	struct buf text = BUF_INIT;
	struct node *node;

	if (named && field_info(named)->type != FT_BOOL) {
		const char *like = number_names_suggest(named, name);

		return like ? parse_fail(p, NULL, pos, "%s is not a value of %s; did you mean %s?",
					 name, field_id_name(named), like)
			    : parse_fail(p, NULL, pos, "%s is not a value of %s", name,
					 field_id_name(named));
	}
	if (left && left->type == TYPE_TEXT) {
		lex_unquoted(&p->lexer, pos, p->err);
		return NULL;
	}
	if (left)
		return parse_fail(p, NULL, pos, "%s", parse_expected(left));
	if (!stands_alone(p))
		field_explain_unknown(name, strlen(name), &text);
	else if (!field_add_unknown(name, strlen(name), &text))
		buf_addf(&text, "; did you mean comm == \"%s\"?", name);
	node = parse_fail(p, NULL, pos, "%s", text.p);
	buf_release(&text);
	return node;
}

static struct node *number_node(s128 num, size_t pos)
{
	struct node *node = node_new(NODE_NUMBER, pos);

	node->type = TYPE_NUMBER;
	node->num = num;
	return node;
}

static struct node *field_node(enum field_id field, char *member, size_t pos)
{
	struct node *node = node_new(NODE_FIELD, pos);

	node->field = field;
	node->member = member;
	node->type = type_of(field);
	return node;
}

static struct node *parse_field(struct parser *p)
{
	const char *name = p->token.str;
	size_t pos = p->token.pos;
	struct node *node;
	struct field field;
	enum field_id id = FIELD_NONE;

	if (p->element)
		id = member_of(p->element->field, name, p->token.str_len);
	if (id) {
		node = field_node(id, NULL, pos);
		node->slot = node_slot(p->element, id);
		return node->slot >= 0
			       ? node
			       : parse_fail(p, node, pos,
					    "a condition on an element uses at most %d fields",
					    NODE_SLOTS);
	}
	if (!field_find(&field, name, p->token.str_len))
		return unknown_field(p, name, pos);
	if (!vocabulary_is_field(field.id)) {
		node = structural(p, field.id, pos);
		field_release(&field);
		return node;
	}
	return field_node(field.id, field.member, pos);
}

/* ---- [ ] after a field ---- */

/* The element of a list with a number; a member may follow, as in brstack[0].from. */
static struct node *parse_index(struct parser *p, struct node *list, s128 index)
{
	enum field_id field;

	if (index < 0 || index > INT32_MAX)
		return parse_fail(p, list, p->token.pos, "no list has an element of this number");
	list->index = (int64_t)index;
	if (!parse_next(p, list))
		return NULL;
	if (p->token.kind != TOKEN_DOT)
		return list;
	if (!parse_next(p, list))
		return NULL;
	field = member_of(list->field, p->token.str, p->token.str_len);
	if (p->token.kind != TOKEN_WORD || !field) {
		parse_fail(p, list, p->token.pos, "%s.%s: the elements have no such member",
			   field_id_name(list->field), p->token.str);
		return NULL;
	}
	list->field = field;
	list->type = type_of(field);
	return parse_next(p, list);
}

static struct node *parse_element(struct parser *p, struct node *list)
{
	struct node *node = node_new(NODE_ELEMENT, list->pos), *inner = NULL;
	const struct node *left = p->left;
	bool all = p->all;

	node->field = list->field;
	node->all = all;
	node_free(list);
	if (p->element)
		return parse_fail(p, node, p->token.pos, "[ ] cannot be inside [ ]");
	p->element = node;
	p->left = NULL;
	p->all = false;
	if (parse_down(p) && parse_advance(p))
		inner = parse_or(p);
	parse_up(p);
	if (inner && p->token.kind != TOKEN_BRACKET_CLOSE)
		inner = parse_fail(p, inner, p->token.pos, "expected ] here");
	if (inner && inner->kind == NODE_NUMBER && inner->seconds)
		inner = parse_fail(p, inner, inner->pos, "expected a whole number");
	if (inner && inner->kind != NODE_NUMBER)
		inner = condition_of(p, inner);
	p->element = NULL;
	p->left = left;
	p->all = all;
	if (!inner) {
		node_free(node);
		return NULL;
	}
	if (inner->kind == NODE_NUMBER) {
		s128 index = inner->num;

		list = field_node(node->field, NULL, node->pos);
		node_free(inner);
		node_free(node);
		return parse_index(p, list, index);
	}
	node->a = inner;
	return parse_next(p, node);
}

static bool slice_number(struct parser *p, uint32_t *v)
{
	if (p->token.kind != TOKEN_NUMBER || p->token.seconds || p->token.num > INT32_MAX) {
		parse_fail(p, NULL, p->token.pos, "expected a number of bytes");
		return false;
	}
	*v = (uint32_t)p->token.num;
	return parse_advance(p);
}

/* bytes[8:4]: four bytes, beginning with byte 8; [8:] all bytes from there, [8] one byte. */
static struct node *parse_slice(struct parser *p, struct node *of)
{
	struct node *node = node_new(NODE_SLICE, of->pos);

	node->a = of;
	node->type = of->type == TYPE_ANY ? TYPE_BYTES : of->type;
	node->len = 1;
	if (!parse_advance(p) || !slice_number(p, &node->from))
		return parse_fail(p, node, p->token.pos, "expected a number of bytes");
	if (p->token.kind == TOKEN_COLON) {
		node->len = UINT32_MAX;
		if (!parse_next(p, node))
			return NULL;
		if (p->token.kind != TOKEN_BRACKET_CLOSE && !slice_number(p, &node->len)) {
			node_free(node);
			return NULL;
		}
	}
	if (p->token.kind != TOKEN_BRACKET_CLOSE)
		return parse_fail(p, node, p->token.pos, "expected : or ] here, as in bytes[8:4]");
	return parse_next(p, node);
}

static struct node *parse_bracket(struct parser *p, struct node *node)
{
	size_t pos = p->token.pos;

	if (node->type == TYPE_TEXT || node->type == TYPE_BYTES || node->type == TYPE_ANY)
		return parse_slice(p, node);
	if (field_info(node->field)->type == FT_LIST)
		return parse_element(p, node);
	if (node->slot < 0 && expr_is_list(node->field))
		return parse_fail(p, node, pos,
				  "write the number after the list, as in brstack[0].from");
	return parse_fail(p, node, pos, "this field has neither elements nor bytes to choose from");
}

/* ---- functions ---- */

static struct node *parse_function(struct parser *p, const struct function *function)
{
	const struct node *left = p->left;
	size_t pos = p->token.pos;
	struct node *node, *inner = NULL;
	bool all = p->all;

	p->left = NULL;
	p->all = false;
	if (parse_advance(p) && parse_advance(p))
		inner = parse_operand(p);
	p->left = left;
	p->all = all;
	if (!inner)
		return NULL;
	if (p->token.kind != TOKEN_CLOSE)
		return parse_fail(p, inner, p->token.pos, "expected ) here");
	node = function->make(p, inner, pos);
	if (!node)
		return NULL;
	return parse_next(p, node);
}

/* ---- the rest ---- */

static struct node *parse_word(struct parser *p)
{
	const struct token *t = &p->token;
	const char *next = p->lexer.text + p->lexer.pos;
	bool call = p->lexer.pos < p->lexer.len && *next == '(';
	const struct function *function = call ? function_find(t->str) : NULL;
	enum field_id named = p->left ? number_names_node(p->left) : FIELD_NONE;
	struct node *node;
	uint64_t num;

	if (function)
		return parse_function(p, function);
	if (named && number_names_find(named, t->str, t->str_len, &num)) {
		node = number_node(num, t->pos);
		node->named = true;
		node->text = (struct text){ mem_strndup(t->str, t->str_len), t->str_len };
	} else {
		node = parse_field(p);
	}
	if (!node || !parse_advance(p)) {
		node_free(node);
		return NULL;
	}
	if (p->token.kind == TOKEN_BRACKET_OPEN && node->kind == NODE_FIELD)
		return parse_bracket(p, node);
	return node;
}

static struct node *parse_group(struct parser *p)
{
	struct node *node = NULL;
	bool all = p->all;

	p->all = false;
	if (parse_down(p) && parse_advance(p))
		node = parse_or(p);
	parse_up(p);
	p->all = all;
	if (!node)
		return NULL;
	if (p->token.kind != TOKEN_CLOSE)
		return parse_fail(p, node, p->token.pos, "expected ) here");
	return parse_next(p, node);
}

static struct node *parse_literal(struct parser *p)
{
	const struct token *t = &p->token;
	struct node *node = number_node(t->num, t->pos);

	node->seconds = t->kind == TOKEN_NUMBER && t->seconds;
	if (t->kind == TOKEN_PERCENT) {
		node->kind = NODE_PERCENT;
	} else if (t->kind == TOKEN_STRING) {
		node->kind = NODE_STRING;
		node->type = TYPE_TEXT;
		node->num = 0;
		node->text = (struct text){ mem_strndup(t->str, t->str_len), t->str_len };
	}
	if (parse_advance(p))
		return node;
	node_free(node);
	return NULL;
}

struct node *parse_operand(struct parser *p)
{
	switch (p->token.kind) {
	case TOKEN_NUMBER:
	case TOKEN_PERCENT:
	case TOKEN_STRING:
		return parse_literal(p);
	case TOKEN_OPEN:
		return parse_group(p);
	case TOKEN_WORD:
	case TOKEN_IN: /* where a value is expected, it is the field of this name */
		return parse_word(p);
	case TOKEN_REF:
		return parse_fail(
			p, NULL, p->token.pos,
			"$%s: macros and values of the selected record work only in the browser",
			p->token.str);
	default:
		return parse_fail(p, NULL, p->token.pos, "%s", parse_expected(p->left));
	}
}

struct node *parse_set(struct parser *p, struct node *left)
{
	struct node *node = node_new(NODE_IN, left->pos);

	node->a = left;
	if (p->token.kind != TOKEN_BRACE_OPEN)
		return parse_fail(p, node, p->token.pos, "expected { after \"in\"");
	do {
		struct value_range *range;

		if (node->ranges.n == PARSE_VALUES_MAX)
			return parse_fail(p, node, p->token.pos, "at most %d values in { }",
					  PARSE_VALUES_MAX);
		range = vec_add(&node->ranges);
		if (parse_advance(p))
			range->lo = parse_value(p);
		if (range->lo && p->token.kind == TOKEN_RANGE && parse_advance(p)) {
			if (p->token.kind == TOKEN_BRACE_CLOSE || p->token.kind == TOKEN_END)
				return parse_fail(p, node, p->token.pos,
						  "expected the end of the range");
			range->hi = parse_value(p);
		}
		if (p->err->code) {
			node_free(node);
			return NULL;
		}
	} while (p->token.kind == TOKEN_COMMA);
	if (p->token.kind != TOKEN_BRACE_CLOSE)
		return parse_fail(p, node, p->token.pos, "expected \",\" or \"}\" here");
	return parse_next(p, node) ? condition_in(p, node) : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "query/lex.h"
#include "wire/names.h"

enum {
	DEPTH_MAX = 100,   /* of parentheses and nots */
	VALUES_MAX = 10000 /* in one { } */
};

struct parser {
	struct lexer lexer;
	struct token token;
	struct err *err;
	unsigned depth;
	unsigned tier;
};

static struct node *parse_or(struct parser *p);

static void node_free(struct node *node)
{
	if (!node)
		return;
	node_free(node->a);
	node_free(node->b);
	for (size_t i = 0; i < node->texts.n; i++)
		free(node->texts.v[i].p);
	vec_release(&node->texts);
	vec_release(&node->ranges);
	vec_release(&node->plain);
	free(node->reg);
	free(node);
}

static struct node *node_new(enum node_kind kind, struct node *a, struct node *b)
{
	struct node *node = mem_zalloc(sizeof(*node));

	node->kind = kind;
	node->a = a;
	node->b = b;
	return node;
}

static bool advance(struct parser *p)
{
	return !lex_next(&p->lexer, &p->token, p->err);
}

static struct node *fail(struct parser *p, struct node *node, const char *what)
{
	if (!p->err->code)
		err_set_at(p->err, ERR_PARSE, p->token.pos, "%s", what);
	node_free(node);
	return NULL;
}

/* An unknown word may be a name that somebody wants to look for, or a slip. */
static void unknown_word(struct parser *p, const char *name, size_t pos)
{
	enum word near = word_suggest(name);

	if (near)
		err_set_at(p->err, ERR_PARSE, pos, "%s is not a field; did you mean %s?", name,
			   word_name(near));
	else
		err_set_at(p->err, ERR_PARSE, pos,
			   "%s is not a field; did you mean comm == \"%s\"?", name, name);
}

/* A number of an expression. Below 0, num has all upper bits set. */
struct value_token {
	uint64_t num;
	bool negative;
};

/* The range as fields without sign have it: from 0 on, or where its bits are. */
static struct range plain_range(struct value_token lo, struct value_token hi)
{
	return (struct range){ lo.negative && !hi.negative ? 0 : lo.num, hi.num };
}

static bool add_range(struct node *node, struct value_token lo, struct value_token hi)
{
	struct range range = { filter_key(node->word, lo.num), filter_key(node->word, hi.num) };

	if (node->ranges.n == VALUES_MAX)
		return false;
	vec_push(&node->ranges, range);
	if (node->word == W_tp_field)
		vec_push(&node->plain, plain_range(lo, hi));
	return true;
}

static void add_text(struct node *node, const struct token *t)
{
	struct text text = { mem_strndup(t->str, t->str_len), t->str_len };

	vec_push(&node->texts, text);
}

static uint64_t token_number(const struct token *t)
{
	return t->negative ? -t->num : t->num;
}

static const char *expected(enum word word)
{
	const struct word_info *info = word_info(word);

	if (word == W_tp_field)
		return "expected a number, or a string in quotes";
	if (info->type == WT_STR || info->type == WT_BYTES)
		return "this field is text: expected a string in quotes";
	if (info->form == WF_ENUM || info->form == WF_MASK)
		return "expected one of the field's names, or a number";
	if (info->type == WT_BOOL)
		return "expected 0 or 1";
	return "this field is a number: expected a number";
}

/* The value of a name or number token for a number's word. */
static bool number_of(struct parser *p, enum word word, struct value_token *v, bool *named)
{
	const struct word_info *info = word_info(word);
	const struct token *t = &p->token;

	*named = v->negative = false;
	if (t->kind == TOKEN_NUMBER) {
		v->num = token_number(t);
		v->negative = t->negative && t->num;
		if (!t->negative || t->num <= 1ull << 63)
			return true;
		err_set_at(p->err, ERR_PARSE, t->pos, "the number does not fit into 64 bits");
		return false;
	}
	if ((t->kind == TOKEN_WORD || t->kind == TOKEN_STRING) && info->names &&
	    names_value(info->names, t->str, t->str_len, &v->num)) {
		*named = true;
		return true;
	}
	if (t->kind == TOKEN_WORD && info->names)
		err_set_at(p->err, ERR_PARSE, t->pos, "%s is not a value of %s", t->str,
			   info->name);
	return false;
}

static bool is_text(enum word word)
{
	enum word_type type = word_info(word)->type;

	return type == WT_STR || type == WT_BYTES;
}

/* What kind of value a node has; of a tracepoint's field the first value tells. */
static enum node_kind value_kind(const struct parser *p, const struct node *node)
{
	if (node->word == W_tp_field && node->kind == NODE_PRESENT)
		return p->token.kind == TOKEN_STRING ? NODE_TEXT : NODE_NUMBER;
	if (node->kind == NODE_PRESENT)
		return is_text(node->word) ? NODE_TEXT : NODE_NUMBER;
	return node->kind;
}

/* One value, or lo..hi; into the node's ranges, texts or mask. */
static bool parse_value(struct parser *p, struct node *node)
{
	struct value_token lo, hi;
	bool named;

	node->kind = value_kind(p, node);
	if (node->kind == NODE_TEXT) {
		if (p->token.kind != TOKEN_STRING)
			return fail(p, NULL, expected(node->word));
		add_text(node, &p->token);
		return advance(p);
	}
	if (!number_of(p, node->word, &lo, &named))
		return fail(p, NULL, expected(node->word));
	if (!advance(p))
		return false;
	if (named && word_info(node->word)->form == WF_MASK) {
		node->kind = NODE_MASK;
		node->mask |= lo.num;
		return true;
	}
	hi = lo;
	if (p->token.kind == TOKEN_RANGE) {
		if (!advance(p))
			return false;
		if (!number_of(p, node->word, &hi, &named))
			return fail(p, NULL, "expected the end of the range");
		if (!advance(p))
			return false;
	}
	if (!add_range(node, lo, hi))
		return fail(p, NULL, "too many values");
	return true;
}

static struct node *parse_set(struct parser *p, struct node *node)
{
	if (!advance(p))
		return fail(p, node, "");
	if (p->token.kind != TOKEN_BRACE_OPEN)
		return fail(p, node, "expected { behind in");
	do {
		if (!advance(p) || !parse_value(p, node))
			return fail(p, node, "expected a value");
	} while (p->token.kind == TOKEN_COMMA);
	if (p->token.kind != TOKEN_BRACE_CLOSE)
		return fail(p, node, "expected , or } here");
	return advance(p) ? node : fail(p, node, "");
}

/* What a comparison with one value v means as ranges of numbers that match. */
static void order_ranges(struct ranges *ranges, enum token_kind op)
{
	struct range at = ranges->v[0];

	ranges->n = 0;
	if (op == TOKEN_LT || op == TOKEN_NE) {
		if (at.lo)
			vec_push(ranges, ((struct range){ 0, at.lo - 1 }));
	} else if (op == TOKEN_LE) {
		vec_push(ranges, ((struct range){ 0, at.lo }));
	}
	if (op == TOKEN_GT || op == TOKEN_NE) {
		if (at.hi != UINT64_MAX)
			vec_push(ranges, ((struct range){ at.hi + 1, UINT64_MAX }));
	} else if (op == TOKEN_GE) {
		vec_push(ranges, ((struct range){ at.lo, UINT64_MAX }));
	}
}

/* A number without sign is above all that are below 0. */
static void order_plain(struct ranges *plain, enum token_kind op, bool negative)
{
	if (!negative || op == TOKEN_NE) {
		order_ranges(plain, op);
		return;
	}
	plain->n = 0;
	if (op == TOKEN_GT || op == TOKEN_GE)
		vec_push(plain, ((struct range){ 0, UINT64_MAX }));
}

static struct node *parse_comparison(struct parser *p, struct node *node)
{
	enum token_kind op = p->token.kind;
	size_t pos = p->token.pos;
	bool negative;

	if (op == TOKEN_NE && word_in_list(node->word))
		return fail(p, node,
			    "!= on a list is true for almost everything: write not FIELD == VALUE");
	if (!advance(p))
		return fail(p, node, "");
	negative = p->token.kind == TOKEN_NUMBER && p->token.negative && p->token.num;
	if (!parse_value(p, node))
		return fail(p, node, "expected a value");
	node->negate = op == TOKEN_NE;
	node->contains = op == TOKEN_CONTAINS;
	if (op == TOKEN_EQ || (op == TOKEN_NE && node->kind != NODE_NUMBER))
		return node;
	if (node->kind == NODE_TEXT && node->contains)
		return node;
	if (node->kind == NODE_MASK && op == TOKEN_CONTAINS)
		return node;
	if (node->kind != NODE_NUMBER || op == TOKEN_CONTAINS) {
		p->token.pos = pos;
		return fail(p, node, "this comparison does not fit the field's type");
	}
	order_ranges(&node->ranges, op);
	if (node->plain.n)
		order_plain(&node->plain, op, negative);
	return node;
}

static bool starts_comparison(enum token_kind kind)
{
	return kind >= TOKEN_EQ && kind <= TOKEN_CONTAINS;
}

static struct node *parse_field(struct parser *p)
{
	struct node *node;
	struct field field;
	size_t pos = p->token.pos;
	const struct word_info *info;

	if (!field_find(&field, p->token.str, p->token.str_len)) {
		unknown_word(p, p->token.str, pos);
		return NULL;
	}
	info = word_info(field.word);
	node = node_new(NODE_PRESENT, NULL, NULL);
	node->word = field.word;
	node->reg = field.member;
	if (info->tier > p->tier)
		p->tier = info->tier;
	if (!advance(p))
		return fail(p, node, "");
	if (!starts_comparison(p->token.kind) && p->token.kind != TOKEN_IN)
		return node;
	if (info->type == WT_OBJECT || info->type == WT_LIST) {
		p->token.pos = pos;
		return fail(p, node,
			    "this field has members: name one of them, as in brstack.from");
	}
	return p->token.kind == TOKEN_IN ? parse_set(p, node) : parse_comparison(p, node);
}

static struct node *parse_unary(struct parser *p)
{
	struct node *node;

	if (++p->depth > DEPTH_MAX)
		return fail(p, NULL, "the expression is nested too deeply");
	if (p->token.kind == TOKEN_NOT) {
		node = advance(p) ? parse_unary(p) : NULL;
		node = node ? node_new(NODE_NOT, node, NULL) : NULL;
	} else if (p->token.kind == TOKEN_OPEN) {
		node = advance(p) ? parse_or(p) : NULL;
		if (node && p->token.kind != TOKEN_CLOSE)
			node = fail(p, node, "expected ) here");
		else if (node && !advance(p))
			node = fail(p, node, "");
	} else if (p->token.kind == TOKEN_WORD) {
		node = parse_field(p);
	} else {
		node = fail(p, NULL, "expected a field here");
	}
	p->depth--;
	return node;
}

/* A run of terms between one operator; each becomes the right side of the next. */
static struct node *parse_run(struct parser *p, enum token_kind op, enum node_kind kind,
			      struct node *(*term)(struct parser *p))
{
	struct node *node = term(p);

	while (node && p->token.kind == op) {
		struct node *right = advance(p) ? term(p) : NULL;

		if (!right)
			return fail(p, node, "expected a field here");
		node = node_new(kind, node, right);
	}
	return node;
}

static struct node *parse_and(struct parser *p)
{
	return parse_run(p, TOKEN_AND, NODE_AND, parse_unary);
}

static struct node *parse_or(struct parser *p)
{
	return parse_run(p, TOKEN_OR, NODE_OR, parse_and);
}

int filter_parse(struct filter **out, const char *text, struct err *err)
{
	struct err dropped = ERR_INIT;
	struct parser *p = mem_zalloc(sizeof(*p));
	struct node *root = NULL;
	int rc = 0;

	p->err = err ? err : &dropped;
	err_clear(p->err);
	p->lexer = (struct lexer){ .text = text, .len = strlen(text) };
	if (p->lexer.len >= FILTER_TEXT_MAX)
		rc = err_set_at(p->err, ERR_PARSE, FILTER_TEXT_MAX,
				"the expression is longer than %d bytes", FILTER_TEXT_MAX);
	else if (!advance(p))
		rc = ERR_PARSE;
	else if (p->token.kind != TOKEN_END)
		root = parse_or(p);
	if (!rc && root && p->token.kind != TOKEN_END)
		root = fail(p, root, "expected and, or, or the end here");
	if (!rc && p->err->code)
		rc = p->err->code;
	if (!rc) {
		*out = mem_zalloc(sizeof(**out));
		(*out)->text = mem_strdup(text);
		(*out)->root = root;
		(*out)->tier = p->tier;
	}
	free(p);
	return rc;
}

void filter_free(struct filter *filter)
{
	if (!filter)
		return;
	node_free(filter->root);
	free(filter->text);
	free(filter);
}

void filter_explain(const char *text, const struct err *err, struct buf *out)
{
	size_t column = err->offset == ERR_NO_OFFSET ? 0 : (size_t)err->offset;
	struct buf before = BUF_INIT;

	text_escape_str(out, err->msg);
	buf_adds(out, "\n  ");
	text_escape_str(out, text);
	if (column > strlen(text))
		column = strlen(text);
	text_escape(&before, text, column);
	buf_adds(out, "\n  ");
	buf_fill(out, ' ', text_columns(before.p, before.len));
	buf_adds(out, "^\n");
	buf_release(&before);
}

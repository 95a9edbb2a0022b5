/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/resolve.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "field/value.h"
#include "filter/lex.h"
#include "filter/perfopts.h"

enum {
	MACRO_DEPTH_MAX = 10,
	PARTS_MAX = sizeof(((struct resolved *)0)->part) / sizeof(struct resolved_part)
};

struct resolver {
	const struct filter_context *context;
	struct err *err;
	struct lexer lexer;
	struct token *token;
	unsigned depth;
};

static int resolve_part(struct resolver *r, const char *text, size_t len, struct buf *out,
			struct resolved *parts);

/* ---- values ---- */

static void add_value(struct buf *out, const struct value *v)
{
	struct buf hex = BUF_INIT;

	if (v->is == VALUE_NUMBER && v->num < 0) {
		buf_add_s64(out, (int64_t)v->num);
	} else if (v->is == VALUE_NUMBER) {
		buf_add_u64(out, value_bits(v));
	} else if (v->is == VALUE_BYTES) {
		buf_add_hexbytes(&hex, (const uint8_t *)v->p, v->len);
		lex_quote(out, hex.p, hex.len);
	} else {
		lex_quote(out, v->p, v->len);
	}
	buf_release(&hex);
}

static int no_value(struct resolver *r, const char *what, const char *name)
{
	const struct token *t = r->token;

	if (t->mark)
		return err_set_at(r->err, ERR_PARSE, t->pos, "%s at mark %c%s%s", what, t->mark,
				  *name ? " has no " : "", name);
	return err_set_at(r->err, ERR_PARSE, t->pos, "%s%s%s", what, *name ? " has no " : "", name);
}

static bool is_group(enum field_id field)
{
	return field_info(field)->type == FT_OBJECT || field_info(field)->type == FT_LIST;
}

static int add_reference(struct resolver *r, struct buf *out)
{
	const struct filter_context *c = r->context;
	const struct token *t = r->token;
	struct buf room = BUF_INIT;
	struct value value;
	struct row_info info;
	struct field field;
	int rc = 0;

	if (!c || !c->row)
		return err_set_at(
			r->err, ERR_PARSE, t->pos,
			"$%s: macros and values of the selected record work only in the browser",
			t->str);
	if (!field_find(&field, t->str, t->str_len))
		return err_set_at(r->err, ERR_PARSE, t->pos, "$%s: %s is not a field", t->str,
				  t->str);
	if (!c->row(c->arg, t->mark, &info)) {
		rc = no_value(r, t->mark ? "there is no record" : "no record is selected", "");
	} else {
		value = value_of_field(c->reader, &info, &field, &room);
		if (is_group(value.field))
			rc = err_set_at(r->err, ERR_PARSE, t->pos,
					"$%s has members: name one of them", t->str);
		else if (value.is != VALUE_ABSENT)
			add_value(out, &value);
		else
			rc = no_value(r, t->mark ? "the record" : "the selected record", t->str);
	}
	buf_release(&room);
	field_release(&field);
	return rc;
}

/* ---- macros ---- */

/* Find the end of an argument: a comma or parenthesis that belongs to the call. */
static int argument_end(struct resolver *r, size_t *end)
{
	unsigned open = 0;

	for (;;) {
		if (lex_next(&r->lexer, r->token, r->err))
			return ERR_PARSE;
		*end = r->token->pos;
		switch (r->token->kind) {
		case TOKEN_END:
			return err_set_at(r->err, ERR_PARSE, *end, "expected ) here");
		case TOKEN_OPEN:
		case TOKEN_BRACE_OPEN:
		case TOKEN_BRACKET_OPEN:
			open++;
			break;
		case TOKEN_COMMA:
			if (!open)
				return 0;
			break;
		case TOKEN_CLOSE:
		case TOKEN_BRACE_CLOSE:
		case TOKEN_BRACKET_CLOSE:
			if (!open)
				return 0;
			open--;
			break;
		default:
			break;
		}
	}
}

/* The length without blanks at the end. */
static size_t trimmed(const char *text, size_t len)
{
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return len;
}

static int read_arguments(struct resolver *r, char **arguments, unsigned *n)
{
	const char *text = r->lexer.text;

	*n = 0;
	for (;;) {
		struct buf argument = BUF_INIT;
		size_t from = r->lexer.pos, end = from;
		struct lexer after;
		int rc = argument_end(r, &end);

		while (from < end && isspace((unsigned char)text[from]))
			from++;
		if (rc || (end == from && !*n && r->token->kind == TOKEN_CLOSE)) {
			buf_release(&argument);
			return rc;
		}
		if (*n == MACRO_PARAMETERS_MAX || end == from) {
			buf_release(&argument);
			return err_set_at(r->err, ERR_PARSE, end, "expected up to %d arguments",
					  MACRO_PARAMETERS_MAX);
		}
		after = r->lexer;
		/* The token after the argument is read again, after the argument. */
		rc = resolve_part(r, text + from, trimmed(text + from, end - from), &argument,
				  NULL);
		r->lexer = after;
		arguments[(*n)++] = buf_take(&argument);
		if (rc)
			return rc;
		if (text[end] != ',')
			return 0;
	}
}

static int expand(struct resolver *r, const struct macro *macro, char **arguments, struct buf *out)
{
	const char *const *given = (const char *const *)arguments;
	struct buf body = BUF_INIT;
	int rc;

	macro_expand(macro, given, &body);
	buf_addc(out, '(');
	rc = resolve_part(r, body.p, body.len, out, NULL);
	buf_addc(out, ')');
	buf_release(&body);
	return rc;
}

static int add_macro(struct resolver *r, const struct macro *macro, struct buf *out)
{
	char *arguments[MACRO_PARAMETERS_MAX] = { NULL };
	size_t pos = r->token->pos;
	unsigned n = 0;
	int rc;

	if (r->depth == MACRO_DEPTH_MAX)
		return err_set_at(r->err, ERR_PARSE, pos,
				  "$%s: macros are nested too deeply: at most %d levels, and no "
				  "macro can use itself",
				  macro->name, MACRO_DEPTH_MAX);
	r->depth++;
	r->lexer.pos++; /* skip the parenthesis */
	rc = read_arguments(r, arguments, &n);
	if (!rc && n != macro->n)
		rc = err_set_at(r->err, ERR_PARSE, pos, "$%s needs %u argument%s, not %u",
				macro->name, macro->n, macro->n == 1 ? "" : "s", n);
	if (!rc) {
		struct lexer after = r->lexer;

		rc = expand(r, macro, arguments, out);
		r->lexer = after;
	}
	if (rc)
		r->err->offset = pos;
	r->depth--;
	for (unsigned i = 0; i < MACRO_PARAMETERS_MAX; i++)
		free(arguments[i]);
	return rc;
}

static const struct macro *macro_at(const struct resolver *r)
{
	const struct lexer *l = &r->lexer;

	if (!r->context || r->token->mark || l->pos >= l->len || l->text[l->pos] != '(')
		return NULL;
	return macros_find(r->context->macros, r->token->str, r->token->str_len);
}

/* ---- the text ---- */

/* When all entries are used, the last one also covers the following replacements. */
static void note_part(struct resolved *parts, size_t at, size_t len, size_t from, size_t from_len)
{
	struct resolved_part *last;

	if (!parts)
		return;
	if (parts->n < PARTS_MAX) {
		parts->part[parts->n++] = (struct resolved_part){ at, len, from, from_len };
		return;
	}
	last = &parts->part[PARTS_MAX - 1];
	last->len = at + len - last->at;
	last->from_len = from + from_len - last->from;
}

/* Text that is not a token is left for the parser, which reports it. */
static int resolve_part(struct resolver *r, const char *text, size_t len, struct buf *out,
			struct resolved *parts)
{
	size_t done = 0;
	int rc = 0;

	r->lexer = (struct lexer){ .text = text, .len = len, .times = true };
	while (!rc && !lex_next(&r->lexer, r->token, NULL) && r->token->kind != TOKEN_END) {
		const struct macro *macro;
		size_t from = r->token->pos, at;

		if (out->len >= FILTER_TEXT_MAX)
			return err_set_at(r->err, ERR_PARSE, from,
					  "the expression is longer than %d bytes",
					  FILTER_TEXT_MAX - 1);
		if (r->token->kind != TOKEN_REF)
			continue;
		buf_add(out, text + done, from - done);
		at = out->len;
		macro = macro_at(r);
		rc = macro ? add_macro(r, macro, out) : add_reference(r, out);
		done = r->lexer.pos;
		note_part(parts, at, out->len - at, from, done - from);
	}
	buf_add(out, text + done, len - done);
	return rc;
}

int resolve_text(struct resolved *resolved, const char *text, const struct filter_context *context,
		 struct err *err)
{
	struct resolver r = { .context = context, .err = err };
	int rc;

	resolved->n = 0;
	buf_init(&resolved->text);
	if (strlen(text) >= FILTER_TEXT_MAX)
		return err_set_at(err, ERR_PARSE, FILTER_TEXT_MAX,
				  "the expression is longer than %d bytes", FILTER_TEXT_MAX - 1);
	if (perfopts_is_line(text)) {
		rc = perfopts_expression(text, &resolved->text, err);
		note_part(resolved, 0, resolved->text.len, 0, strlen(text));
		return rc;
	}
	r.token = mem_zalloc(sizeof(*r.token));
	rc = resolve_part(&r, text, strlen(text), &resolved->text, resolved);
	free(r.token);
	return rc;
}

void resolved_release(struct resolved *resolved)
{
	buf_release(&resolved->text);
}

void resolved_column(const struct resolved *resolved, struct err *err)
{
	uint64_t column = err->offset;

	if (column == ERR_NO_OFFSET)
		return;
	for (size_t i = 0; i < resolved->n && column >= resolved->part[i].at; i++) {
		const struct resolved_part *part = &resolved->part[i];
		uint64_t end = part->at + part->len;

		err->offset = column < end ? part->from
					   : part->from + part->from_len + (column - end);
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/fieldlist.h"

#include <string.h>

#include "filter/lex.h"

struct fieldlist_reading {
	const char *text;
	size_t pos;
	struct err *err;
};

static void skip(struct fieldlist_reading *r, const char *set)
{
	r->pos += strspn(r->text + r->pos, set);
}

static bool takes(struct fieldlist_reading *r, char c)
{
	skip(r, " ");
	if (r->text[r->pos] != c)
		return false;
	r->pos++;
	return true;
}

static int fail(const struct fieldlist_reading *r, const char *what)
{
	return err_set_at(r->err, ERR_PARSE, r->pos, "%s", what);
}

static int unknown(const struct fieldlist_reading *r, size_t len)
{
	struct buf shown = BUF_INIT;
	int rc;

	field_explain_unknown(r->text + r->pos, len, &shown);
	rc = fail(r, shown.p);
	buf_release(&shown);
	return rc;
}

static int read_name(struct fieldlist_reading *r, struct field *field)
{
	size_t len;

	skip(r, " ");
	len = strcspn(r->text + r->pos, " ,&()");
	if (!len)
		return fail(r, "expected a field; Tab lists them");
	if (!field_find(field, r->text + r->pos, len))
		return unknown(r, len);
	r->pos += len;
	return 0;
}

/* A number as in filters: 64, 0x40, 10ms, 4Ki. */
static int read_width(struct fieldlist_reading *r, struct field *field, bool inverted)
{
	struct lexer lexer = { .text = r->text, .len = strlen(r->text), .pos = r->pos };
	struct buf typed = BUF_INIT;
	struct token token;
	int rc = lex_next(&lexer, &token, r->err);

	if (rc)
		return rc;
	if (token.kind != TOKEN_NUMBER)
		return fail(r, "expected a number");
	r->pos = lexer.pos;
	field->width = inverted ? ~token.num : token.num;
	buf_adds(&typed, inverted ? "~" : "");
	buf_add(&typed, r->text + token.pos, token.len);
	field->typed = buf_take(&typed);
	return 0;
}

static int read_function(struct fieldlist_reading *r, struct field *field, enum field_cut cut)
{
	int rc = read_name(r, field);

	field->cut = cut;
	if (!rc && cut == FIELD_STEPS) {
		if (!takes(r, ','))
			return fail(r, "expected a comma and the width of a step");
		rc = read_width(r, field, false);
		if (!rc && !field->width)
			return fail(r, "expected a width that is not 0");
	}
	return rc || takes(r, ')') ? rc : fail(r, "expected )");
}

static int read_mask(struct fieldlist_reading *r, struct field *field)
{
	field->cut = FIELD_MASKED;
	return read_width(r, field, takes(r, '~'));
}

static int read_one(struct fieldlist_reading *r, struct field *field)
{
	static const struct {
		const char *name;
		enum field_cut cut;
	} functions[] = { { "step(", FIELD_STEPS }, { "log2(", FIELD_LOG2 } };
	int rc;

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		size_t len = strlen(functions[i].name);

		if (strncmp(r->text + r->pos, functions[i].name, len) != 0)
			continue;
		r->pos += len;
		return read_function(r, field, functions[i].cut);
	}
	rc = read_name(r, field);
	return !rc && takes(r, '&') ? read_mask(r, field) : rc;
}

/*
 * Only numbers can be made coarser. The type of a tracepoint's field is known only with the record.
 */
static bool can_be_cut(const struct field *field)
{
	const struct field_info *info = field_info(field->id);

	if (field->cut == FIELD_WHOLE || field->id == F_tp_field)
		return true;
	return (info->type == FT_UINT || info->type == FT_SINT) && info->form != FF_ENUM &&
	       (info->form != FF_MASK || field->cut == FIELD_MASKED);
}

int fieldlist_parse(const char *text, struct field *fields, size_t max, size_t *n, struct err *err)
{
	struct fieldlist_reading r = { .text = text, .err = err };
	int rc = 0;

	*n = 0;
	for (skip(&r, " ,"); !rc && text[r.pos]; skip(&r, " ,")) {
		size_t start = r.pos;

		if (*n == max)
			return err_set_at(err, ERR_PARSE, start, "at most %zu fields", max);
		fields[*n] = (struct field){ .id = FIELD_NONE };
		rc = read_one(&r, &fields[(*n)++]);
		if (!rc && !can_be_cut(&fields[*n - 1]))
			rc = err_set_at(err, ERR_PARSE, start,
					"step(), & and log2() need a field with numbers");
	}
	return rc || *n ? rc : fail(&r, "expected a field; Tab lists them");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "wire/find.h"

/* LIST[NUMBER].MEMBER */
static bool find_indexed(struct field *field, const char *name, size_t len)
{
	const char *open = memchr(name, '[', len), *close = memchr(name, ']', len);
	enum field_id list = open ? field_id_find(name, (size_t)(open - name)) : FIELD_NONE;
	struct buf plain = BUF_INIT;
	uint64_t index = 0;

	if (!list || field_info(list)->type != FT_LIST || !close || close < open + 2)
		return false;
	for (const char *p = open + 1; p < close; p++) {
		if (*p < '0' || *p > '9' || index > INT32_MAX / 10)
			return false;
		index = index * 10 + (uint64_t)(*p - '0');
	}
	buf_add(&plain, name, (size_t)(open - name));
	buf_add(&plain, close + 1, len - (size_t)(close + 1 - name));
	*field = (struct field){ .id = field_id_find(plain.p, plain.len) };
	buf_release(&plain);
	field->indexed = true;
	field->index = (uint32_t)index;
	return field->id != list && field_in_list(field->id);
}

static const char span_prefix[] = "span.";

enum {
	SPAN_PREFIX = sizeof(span_prefix) - 1
};

/* span.KIND.FIELD, if span.FIELD is a field. */
static bool find_of_kind(struct field *field, const char *name, size_t len)
{
	const char *dot = memrchr(name, '.', len);
	struct buf plain = BUF_INIT;
	size_t end;

	if (len <= SPAN_PREFIX || memcmp(name, span_prefix, SPAN_PREFIX) != 0 ||
	    dot <= name + SPAN_PREFIX)
		return false;
	end = (size_t)(dot - name);
	buf_adds(&plain, "span");
	buf_add(&plain, dot, len - end);
	*field = (struct field){ .id = field_id_find(plain.p, plain.len) };
	buf_release(&plain);
	if (!field_is_of_span(field->id))
		return false;
	field->member = mem_strndup(name + SPAN_PREFIX, end - SPAN_PREFIX);
	return true;
}

bool field_find(struct field *field, const char *name, size_t len)
{
	static const enum field_id open[] = { F_uregs_reg, F_iregs_reg, F_tp_field };

	if (find_indexed(field, name, len) || find_of_kind(field, name, len))
		return true;
	*field = (struct field){ .id = field_id_find(name, len) };
	for (size_t i = 0; !field->id && i < sizeof(open) / sizeof(open[0]); i++) {
		const char *prefix = field_id_name(field_info(open[i])->parent);
		size_t n = strlen(prefix);

		if (len <= n + 1 || memcmp(name, prefix, n) != 0 || name[n] != '.')
			continue;
		field->id = open[i];
		field->member = mem_strndup(name + n + 1, len - n - 1);
	}
	return field->id != FIELD_NONE;
}

void field_release(struct field *field)
{
	free(field->member);
	free(field->typed);
	*field = (struct field){ .id = FIELD_NONE };
}

bool field_add_unknown(const char *name, size_t len, struct buf *out)
{
	char *text = mem_strndup(name, len);
	enum field_id near = field_suggest(text);

	text_escape_str(out, text);
	buf_adds(out, " is not a field");
	if (near)
		buf_addf(out, "; did you mean %s?", field_id_name(near));
	free(text);
	return near != FIELD_NONE;
}

void field_explain_unknown(const char *name, size_t len, struct buf *out)
{
	if (memchr(name, '[', len)) {
		text_escape(out, name, len);
		buf_adds(out,
			 " is not a field; write one element of a list with its number and member: "
			 "brstack[0].from");
		return;
	}
	if (field_add_unknown(name, len, out))
		return;
	buf_adds(out, "; Tab and \"perfnav fields\" list the fields");
	if (memchr(name, '.', len))
		return;
	buf_adds(out, "; a tracepoint's field is tp.");
	text_escape(out, name, len);
}

/* The list whose name a member's name begins with. */
static enum field_id list_of(enum field_id field)
{
	while (field && field_info(field)->type != FT_LIST)
		field = field_info(field)->parent;
	return field;
}

static void add_word(const struct field *field, struct buf *out)
{
	if (field->indexed) {
		const char *list = field_id_name(list_of(field->id));

		buf_addf(out, "%s[%u]%s", list, field->index,
			 field_id_name(field->id) + strlen(list));
		return;
	}
	if (!field->member) {
		buf_adds(out, field_id_name(field->id));
		return;
	}
	if (field_of_kind(field)) {
		buf_addf(out, "%s%s%s", span_prefix, field->member,
			 field_id_name(field->id) + SPAN_PREFIX - 1);
		return;
	}
	buf_adds(out, field_id_name(field_info(field->id)->parent));
	buf_addc(out, '.');
	buf_adds(out, field->member);
}

void field_name(const struct field *field, struct buf *out)
{
	static const char *const before[] = { "", "", "step(", "log2(" };

	buf_adds(out, before[field->cut]);
	add_word(field, out);
	if (field->typed)
		buf_addf(out, "%s%s", field->cut == FIELD_MASKED ? " & " : ", ", field->typed);
	buf_adds(out, field->cut == FIELD_STEPS || field->cut == FIELD_LOG2 ? ")" : "");
}

/* Report what is wrong with a name at a place in a list of fields. */
static int bad_field(const char *name, size_t len, size_t at, bool known, struct err *err)
{
	struct buf message = BUF_INIT;
	int rc;

	if (known) {
		text_escape(&message, name, len);
		buf_adds(&message, ": too many fields");
	} else {
		field_explain_unknown(name, len, &message);
	}
	rc = err_set_at(err, ERR_PARSE, at, "%s", message.p);
	buf_release(&message);
	return rc;
}

int field_list_parse(const char *list, struct field *fields, size_t max, size_t *n, struct err *err)
{
	size_t at = strspn(list, " ,");

	for (*n = 0; list[at]; at += strspn(list + at, " ,")) {
		size_t len = strcspn(list + at, " ,");
		struct field field;
		bool known = field_find(&field, list + at, len);

		if (!known || *n == max) {
			field_release(&field);
			return bad_field(list + at, len, at, known, err);
		}
		fields[(*n)++] = field;
		at += len;
	}
	return 0;
}

void field_list_release(struct field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		field_release(&fields[i]);
}

bool field_matches(const struct field *field, const struct item *item)
{
	return find_matches(item, field->id, field->member) &&
	       (!field->indexed || item->index == field->index);
}

bool field_same(const struct field *a, const struct field *b)
{
	return a->id == b->id && a->cut == b->cut && a->width == b->width &&
	       a->indexed == b->indexed && a->index == b->index &&
	       !strcmp(a->member ? a->member : "", b->member ? b->member : "");
}

static uint64_t step_below(uint64_t width, bool is_signed, uint64_t num)
{
	uint64_t past = num % width;

	if (!is_signed || (int64_t)num >= 0)
		return num - past;
	past = (0 - num) % width;
	/* The multiple below may not fit into 64 bits. */
	if (past && 0 - num > (uint64_t)INT64_MAX + 1 - (width - past))
		return (uint64_t)INT64_MIN;
	return past ? num - (width - past) : num;
}

uint64_t field_cut_number(const struct field *field, bool is_signed, uint64_t num)
{
	switch (field->cut) {
	case FIELD_MASKED:
		return num & field->width;
	case FIELD_STEPS:
		return step_below(field->width, is_signed, num);
	case FIELD_LOG2:
		if (!num || (is_signed && (int64_t)num < 0))
			return num;
		return 1ull << (63 - __builtin_clzll(num));
	case FIELD_WHOLE:
	default:
		return num;
	}
}

uint64_t field_cut_last(const struct field *field, bool is_signed, uint64_t first)
{
	uint64_t most = is_signed ? (uint64_t)INT64_MAX : UINT64_MAX;
	uint64_t more = 0;

	if (field->cut == FIELD_STEPS)
		more = field->width - 1;
	/* INT64_MIN may not be a multiple of the width. */
	if (field->cut == FIELD_STEPS && is_signed && first == (uint64_t)INT64_MIN &&
	    first % field->width)
		more = first % field->width - 1;
	else if (field->cut == FIELD_LOG2 && first && !(is_signed && (int64_t)first < 0))
		more = first - 1;
	return more > most - first ? most : first + more;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section_list.h"

#include <string.h>

#include "base/bytesize.h"
#include "file/section_wrap.h"

struct feature_value {
	const struct feature_field *field;
	uint64_t num;
	const char *s;
	size_t len;
};

static void read_value(struct section_reader *s, struct feature_value *v,
		       const struct feature_field *field)
{
	*v = (struct feature_value){ .field = field };
	switch ((enum field_kind)field->kind) {
	case FIELD_STR:
		v->s = section_string(s, field->key, &v->len);
		break;
	case FIELD_U64:
	case FIELD_SIZE64:
	case FIELD_KB:
		v->num = section_u64(s, field->key);
		break;
	case FIELD_S32:
		v->num = (uint64_t)(int32_t)section_u32(s, field->key);
		break;
	default:
		v->num = section_u32(s, field->key);
	}
}

static size_t read_values(struct section_reader *s, struct feature_value *values,
			  const struct feature_field *fields)
{
	size_t n = 0;

	while (n < FIELDS_MAX && fields[n].kind != FIELD_END) {
		read_value(s, &values[n], &fields[n]);
		n++;
	}
	return n;
}

static const char *value_name(const struct feature_value *v)
{
	const struct name *name = v->field->names ? names_find(v->field->names, v->num) : NULL;

	return name ? name->name : NULL;
}

static void json_values(struct report *r, const struct feature_value *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (v[i].field->kind == FIELD_STR)
			report_bytes(r, v[i].field->key, v[i].s, v[i].len);
		else if (v[i].field->kind == FIELD_S32)
			report_s64(r, v[i].field->key, (int64_t)v[i].num);
		else
			report_u64(r, v[i].field->key, v[i].num);
		if (value_name(&v[i]) && v[i].field->name_key)
			report_str(r, v[i].field->name_key, value_name(&v[i]));
	}
}

static void value_text(struct buf *out, const struct feature_value *v)
{
	const char *name = value_name(v);

	if (name)
		buf_adds(out, name);
	else if (v->field->kind == FIELD_STR)
		buf_add(out, v->s, v->len);
	else if (v->field->kind == FIELD_S32)
		buf_add_s64(out, (int64_t)v->num);
	else if (v->field->kind == FIELD_HEX32)
		buf_addf(out, "0x%llx", (unsigned long long)v->num);
	else if (v->field->kind == FIELD_SIZE32 || v->field->kind == FIELD_SIZE64)
		bytesize_add(out, v->num);
	else if (v->field->kind == FIELD_KB)
		buf_addf(out, "%llu kB", (unsigned long long)v->num);
	else
		buf_add_u64(out, v->num);
}

/* Append the value that stands for a key between braces in a template. */
static void add_part(struct buf *out, const char *key, size_t len, const struct feature_value *v,
		     size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(v[i].field->key) == len && !memcmp(v[i].field->key, key, len))
			value_text(out, &v[i]);
}

static void values_text(struct buf *out, const char *line, const struct feature_value *v, size_t n)
{
	while (*line) {
		size_t plain = strcspn(line, "{"), part;

		buf_add(out, line, plain);
		line += plain;
		if (!*line)
			break;
		part = strcspn(line, "}");
		add_part(out, line + 1, part - 1, v, n);
		line += part + 1;
	}
}

static void report_one(struct section_reader *s, const char *key, const struct feature_list *list)
{
	struct feature_value values[FIELDS_MAX];
	size_t n = read_values(s, values, list->fields);
	struct buf line = BUF_INIT;

	if (s->c.failed)
		return;
	if (section_text(s)) {
		values_text(&line, list->line, values, n);
		section_line(s, key, &line);
	} else {
		report_object(s->r, key);
		json_values(s->r, values, n);
		report_end_object(s->r);
	}
	buf_release(&line);
}

static void skip_one(struct section_reader *s, const struct feature_list *list)
{
	struct feature_value values[FIELDS_MAX];

	read_values(s, values, list->fields);
}

/* Text: show elements side by side. */
static void wrap_list(struct section_reader *s, const char *key, const struct feature_list *list,
		      uint64_t n)
{
	struct feature_value values[FIELDS_MAX];
	struct section_wrap w;
	struct buf part = BUF_INIT;

	section_wrap_begin(&w, s->r, key, ", ");
	for (uint64_t i = 0; n && section_next(s, i, n); i++) {
		size_t fields = read_values(s, values, list->fields);

		buf_reset(&part);
		if (!s->c.failed)
			values_text(&part, list->line, values, fields);
		if (part.len)
			section_wrap_add(&w, part.p, part.len);
	}
	section_wrap_end(&w);
	buf_release(&part);
}

static uint64_t list_count(struct section_reader *s, const struct feature_list *list)
{
	if (list->count == COUNT_TO_END)
		return 0;
	return list->count == 8 ? section_u64(s, "the number of entries")
				: section_u32(s, "the number of entries");
}

void section_list(struct section_reader *s, const char *key, const struct feature_list *list)
{
	bool some = list->count == COUNT_TO_END;
	uint64_t n, i;

	if (list->count == COUNT_NONE) {
		report_one(s, key, list);
		return;
	}
	n = list_count(s, list);
	some |= n > 0;
	if (section_text(s) && (list->wrap || !some)) {
		wrap_list(s, key, list, n);
		return;
	}
	report_list(s->r, key);
	for (i = 0; some && section_next(s, i, n); i++) {
		if (section_shown(s, i))
			report_one(s, NULL, list);
		else
			skip_one(s, list);
	}
	section_more(s, i - s->c.failed);
	report_end_list(s->r);
}

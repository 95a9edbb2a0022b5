/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/groupkey.h"

#include <string.h>

#include "base/text.h"

enum key_kind {
	KEY_ABSENT,
	KEY_NUMBER,
	KEY_TEXT
};

/* The kind, the field, and the number or the length of the text. */
#define KEY_BYTES (1 + sizeof(uint16_t) + sizeof(uint64_t))

void groupkey_add(struct buf *key, const struct row_value *v)
{
	const uint64_t number = !v ? 0 : v->is_number ? v->num : v->len;
	uint16_t field;
	char *p;

	if (!v) {
		buf_addc(key, KEY_ABSENT);
		return;
	}
	/* One write of a fixed size: a key is made for each row. */
	field = (uint16_t)v->id;
	p = buf_room(key, KEY_BYTES);
	p[0] = v->is_number ? KEY_NUMBER : KEY_TEXT;
	memcpy(p + 1, &field, sizeof(field));
	memcpy(p + 1 + sizeof(field), &number, sizeof(number));
	buf_added(key, KEY_BYTES);
	if (!v->is_number)
		buf_add(key, v->text, v->len);
}

const char *groupkey_take(const char *p, struct group_value *value)
{
	uint64_t number;
	uint16_t field;
	char kind = *p++;

	*value = (struct group_value){ .has = kind != KEY_ABSENT, .is_number = kind == KEY_NUMBER };
	if (kind == KEY_ABSENT)
		return p;
	memcpy(&field, p, sizeof(field));
	value->field = (enum field_id)field;
	p += sizeof(field);
	memcpy(&number, p, sizeof(number));
	p += sizeof(number);
	if (kind == KEY_NUMBER) {
		value->num = number;
		return p;
	}
	value->len = (size_t)number;
	value->text = p;
	return p + value->len;
}

void groupkey_text(const struct group_value *v, struct buf *out)
{
	if (!v->has)
		return;
	if (v->is_number)
		field_id_text(out, v->field, v->num);
	else if (field_info(v->field)->type == FT_BYTES)
		buf_add_hexbytes(out, (const uint8_t *)v->text, v->len);
	else
		text_escape(out, v->text, v->len);
}

static int compare_names(const struct group_value *a, const struct group_value *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	int order;

	groupkey_text(a, &x);
	groupkey_text(b, &y);
	order = strcmp(x.p, y.p);
	buf_release(&x);
	buf_release(&y);
	return order;
}

static int compare_texts(const struct group_value *a, const struct group_value *b)
{
	size_t len = a->len < b->len ? a->len : b->len;
	int order = len ? memcmp(a->text, b->text, len) : 0;

	return order ? order : a->len < b->len ? -1 : a->len > b->len;
}

/* Absent values come first, then numbers, then text. */
static int compare_values(const struct group_value *a, const struct group_value *b)
{
	int128 x, y;

	if (a->has != b->has)
		return a->has ? 1 : -1;
	if (!a->has)
		return 0;
	if (a->is_number != b->is_number)
		return a->is_number ? -1 : 1;
	if (!a->is_number)
		return compare_texts(a, b);
	if (field_has_names(field_info(a->field)))
		return compare_names(a, b);
	x = groupkey_number(a->field, a->num);
	y = groupkey_number(b->field, b->num);
	return x < y ? -1 : x > y;
}

int groupkey_compare(const char *a, const char *b, size_t n)
{
	int order = 0;

	for (size_t i = 0; i < n && !order; i++) {
		struct group_value x, y;

		a = groupkey_take(a, &x);
		b = groupkey_take(b, &y);
		order = compare_values(&x, &y);
	}
	return order;
}

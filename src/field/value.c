/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/value.h"

#include "base/text.h"
#include "field/getter.h"
#include "recording/derived_walk.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

enum value_when value_when(enum field_id field)
{
	const struct getter *getter = getter_of(field);

	if (getter)
		return getter->when;
	return derived_is_late(field) ? VALUE_MAPPED : VALUE_AT_ONCE;
}

enum value_when value_later(enum value_when a, enum value_when b)
{
	enum value_when later = a > b ? a : b, earlier = a > b ? b : a;

	/* What later records may change is final only in the complete index. */
	return later == VALUE_MAPPED && earlier != VALUE_AT_ONCE && earlier != VALUE_MAPPED
		       ? VALUE_AT_END
		       : later;
}

bool value_is_gap(enum field_id field, enum gap_of *of)
{
	static const enum gap_of gaps[] = {
		[F_gap - F_gap] = GAP_ALL,
		[F_gap_tid - F_gap] = GAP_THREAD,
		[F_gap_cpu - F_gap] = GAP_CPU,
	};

	if (field != F_gap && field != F_gap_tid && field != F_gap_cpu)
		return false;
	*of = gaps[field - F_gap];
	return true;
}

/* Takes the first value of a field that is made of others. */
struct derived_sink {
	struct sink sink;
	struct value *value;
	struct buf *room;
};

static bool derived_value(struct sink *sink, const struct item *item)
{
	struct derived_sink *d = (struct derived_sink *)sink;

	if (item->field != d->value->field || item->element)
		return true;
	/* The text of a packet is valid only during the call. */
	if (item->type == FT_STR) {
		buf_add(d->room, item->bytes, item->text_len);
		value_set_text(d->value, d->room->p, d->room->len);
	} else {
		value_set_number(d->value, true, item->num);
	}
	return false;
}

static void from_others(struct reader *reader, const struct row_info *info, struct value *v,
			struct buf *room)
{
	struct derived_sink d = {
		.sink = { .begin = derived_value, .value = derived_value },
		.value = v,
		.room = room,
	};
	struct derived_set wanted = { 0 };
	struct row_record record;

	if (info->type == RECORD_DAMAGE)
		return;
	derived_add(&wanted, v->field);
	row_record_begin(&record, reader, info);
	derived_walk(&record, &wanted, &d.sink);
}

void value_of_record(struct reader *reader, const struct row_info *info, struct value *v)
{
	enum field_type type = field_info(v->field)->type;
	struct layout layout;
	const uint8_t *p, *text;
	uint64_t num = 0;
	size_t len, n;
	bool has;

	v->in_record = true;
	if (info->type == RECORD_DAMAGE)
		return;
	if (type != FT_STR && type != FT_BYTES) {
		has = reader_number(reader, info, v->field, &num);
		value_set_number(v, has, num);
		return;
	}
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (find_bytes(&layout, p, len, v->field, &text, &n))
		value_set_text(v, (const char *)text, n);
}

struct value value_get(struct reader *reader, const struct row_info *info, enum field_id field,
		       struct buf *room)
{
	struct getter_context context = { .reader = reader, .room = room };
	struct value v;
	uint64_t num;

	if (value_from_index(info, field, &v))
		return v;
	v = value_absent(field);
	buf_reset(room);
	if (getter_of(field))
		getter_of(field)->get(&context, info, &v);
	else if (vocabulary_misc_value(field, info->type, info->misc, &num))
		value_set_number(&v, true, num);
	else if (derived_is_made(field))
		from_others(reader, info, &v, room);
	else
		value_of_record(reader, info, &v);
	return v;
}

/* Takes the value of a field whose id depends on the type of the item. */
struct member_sink {
	struct sink sink;
	const struct field *field;
	struct value *value;
	struct buf *room;
	bool list;
};

static bool member_begin(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;

	if (item->type == FT_LIST && field_matches(m->field, item)) {
		m->list = true;
		m->value->is = VALUE_TEXT;
		m->value->field = item->field;
	}
	return true;
}

static bool member_value(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;
	struct value *v = m->value;

	if (!field_matches(m->field, item))
		return true;
	if (m->list) {
		if (m->room->len)
			buf_addc(m->room, ',');
		field_id_text(m->room, item->field, item->num);
		return true;
	}
	v->field = item->field;
	if (item->type == FT_STR || item->type == FT_BYTES) {
		buf_add(m->room, item->bytes, item->text_len);
		value_set_text(v, m->room->p, m->room->len);
	} else {
		value_set_number(v, true, item->num);
	}
	return false;
}

static bool member_end(struct sink *sink, const struct item *item)
{
	return !(((struct member_sink *)sink)->list && item->type == FT_LIST);
}

/* The value of span.KIND.FIELD: its getter looks for a span of that kind. */
static void of_kind(struct reader *reader, const struct row_info *info, const struct field *field,
		    struct value *v, struct buf *room)
{
	struct getter_context context = { .reader = reader, .room = room, .of = field->member };

	getters[field->id].get(&context, info, v);
}

/* The value of a member of a list or of a tracepoint. */
static struct value of_member(struct reader *reader, const struct row_info *info,
			      const struct field *field, struct buf *room)
{
	struct value v = value_absent(field->id);
	struct member_sink m = {
		.sink = { .begin = member_begin, .value = member_value, .end = member_end },
		.field = field,
		.value = &v,
		.room = room,
	};
	struct derived_set wanted = { 0 };
	struct row_record record;

	buf_reset(room);
	if (field_of_kind(field)) {
		of_kind(reader, info, field, &v, room);
		return v;
	}
	derived_add(&wanted, field->id);
	if (info->type == RECORD_DAMAGE)
		return v;
	row_record_begin(&record, reader, info);
	derived_walk(&record, &wanted, &m.sink);
	if (m.list)
		value_set_text(&v, room->p, room->len);
	return v;
}

struct value value_of_field(struct reader *reader, const struct row_info *info,
			    const struct field *field, struct buf *room)
{
	return field->member || field->indexed ? of_member(reader, info, field, room)
					       : value_get(reader, info, field->id, room);
}

void value_text(const struct value *v, enum field_id field, struct buf *out)
{
	if (v->is == VALUE_NUMBER)
		field_id_text(out, field, value_bits(v));
	else if (v->is == VALUE_BYTES)
		buf_add_hexbytes(out, (const uint8_t *)v->p, v->len);
	else if (v->is == VALUE_TEXT)
		text_escape(out, v->p, v->len);
}

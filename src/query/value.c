/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/value.h"

#include "base/text.h"
#include "query/getter.h"
#include "recording/derived.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

enum value_when value_when(enum word word)
{
	const struct getter *getter = getter_of(word);

	if (getter)
		return getter->when;
	return derived_is_late(word) ? VALUE_AT_END : VALUE_AT_ONCE;
}

enum value_when value_later(enum value_when a, enum value_when b)
{
	return a > b ? a : b;
}

enum value_when value_when_filter(const struct filter *filter)
{
	if (!filter)
		return VALUE_AT_ONCE;
	return filter->wants_state ? VALUE_AT_END : filter->revised ? VALUE_REVISED : VALUE_AT_ONCE;
}

bool value_is_gap(enum word word, enum gap_of *of)
{
	static const enum gap_of gaps[] = {
		[W_gap - W_gap] = GAP_ALL,
		[W_gap_tid - W_gap] = GAP_THREAD,
		[W_gap_cpu - W_gap] = GAP_CPU,
	};

	if (word != W_gap && word != W_gap_tid && word != W_gap_cpu)
		return false;
	*of = gaps[word - W_gap];
	return true;
}

/* The first value of a word that is made of others. */
struct derived_sink {
	struct sink sink;
	struct value *value;
};

static bool derived_value(struct sink *sink, const struct item *item)
{
	struct derived_sink *d = (struct derived_sink *)sink;

	if (item->word != d->value->word || item->element)
		return true;
	/* That of a packet lives no longer than this. */
	if (item->type == WT_STR) {
		buf_add(&d->value->room, item->bytes, item->text_len);
		value_set_text(d->value, d->value->room.p, d->value->room.len);
	} else {
		value_set_number(d->value, true, item->num);
	}
	return false;
}

static void from_others(struct reader *reader, const struct row_info *info, enum word word,
			struct value *v)
{
	struct derived_sink d = {
		.sink = { .begin = derived_value, .value = derived_value },
		.value = v,
	};
	struct derived_set wanted = { 0 };
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (info->type == RECORD_DAMAGE)
		return;
	derived_add(&wanted, word);
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	derived_walk(reader, info, &wanted, &layout, p, len, &d.sink);
}

void value_of_record(struct reader *reader, const struct row_info *info, struct value *v)
{
	enum word_type type = word_info(v->word)->type;
	struct layout layout;
	const uint8_t *p, *text;
	size_t len, n;
	bool has;

	v->in_record = true;
	if (info->type == RECORD_DAMAGE)
		return;
	if (type != WT_STR && type != WT_BYTES) {
		has = reader_number(reader, info, v->word, &v->num);
		value_set_number(v, has, v->num);
		return;
	}
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	if (find_bytes(&layout, p, len, v->word, &text, &n))
		value_set_text(v, (const char *)text, n);
}

void value_get(struct reader *reader, const struct row_info *info, enum word word, struct value *v)
{
	struct getter_context context = { .reader = reader };

	value_start(v, word);
	if (value_from_index(info, word, v))
		return;
	if (getter_of(word))
		getter_of(word)->get(&context, info, v);
	else if (vocabulary_misc_value(word, info->type, info->misc, &v->num))
		value_set_number(v, true, v->num);
	else if (derived_is_made(word))
		from_others(reader, info, word, v);
	else
		value_of_record(reader, info, v);
}

/* Takes the value of a field whose word is open: its type is that of the item. */
struct member_sink {
	struct sink sink;
	const struct field *field;
	struct value *value;
	bool list;
};

static bool member_begin(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;

	if (item->type == WT_LIST && field_matches(m->field, item)) {
		m->list = m->value->has = true;
		m->value->word = item->word;
	}
	return true;
}

static bool member_value(struct sink *sink, const struct item *item)
{
	struct member_sink *m = (struct member_sink *)sink;
	struct value *v = m->value;

	if (!field_matches(m->field, item))
		return true;
	v->has = true;
	if (m->list) {
		if (v->room.len)
			buf_addc(&v->room, ',');
		word_text(&v->room, item->word, item->num);
		return true;
	}
	v->word = item->word;
	if (item->type == WT_STR || item->type == WT_BYTES)
		buf_add(&v->room, item->bytes, item->text_len);
	else
		value_set_number(v, true, item->num);
	return false;
}

static bool member_end(struct sink *sink, const struct item *item)
{
	return !(((struct member_sink *)sink)->list && item->type == WT_LIST);
}

void value_of_field(struct reader *reader, const struct row_info *info, const struct field *field,
		    struct value *v)
{
	struct member_sink m = {
		.sink = { .begin = member_begin, .value = member_value, .end = member_end },
		.field = field,
		.value = v,
	};
	struct derived_set wanted = { 0 };
	struct layout layout;
	const uint8_t *p;
	size_t len;

	if (!field->member && !field->indexed) {
		value_get(reader, info, field->word, v);
		return;
	}
	value_start(v, field->word);
	derived_add(&wanted, field->word);
	if (info->type == RECORD_DAMAGE)
		return;
	p = reader_bytes(reader, info, &len);
	reader_layout(reader, info, &layout);
	derived_walk(reader, info, &wanted, &layout, p, len, &m.sink);
	if (v->has && !v->is_number)
		value_set_text(v, v->room.p, v->room.len);
}

void value_release(struct value *v)
{
	buf_release(&v->room);
}

void value_text(const struct value *v, enum word word, struct buf *out)
{
	if (!v->has)
		return;
	if (v->is_number)
		word_text(out, word, v->num);
	else if (word_info(word)->type == WT_BYTES)
		buf_add_hexbytes(out, (const uint8_t *)v->text.p, v->text.len);
	else
		text_escape(out, v->text.p, v->text.len);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/row_values.h"

#include <stdlib.h>
#include <string.h>

#include "field/fetch.h"
#include "field/value.h"

struct row_values {
	struct sink sink;
	struct reader *reader;
	const struct field *const *fields;
	size_t n;
	struct fetch fetch; /* fields whose values are in the record */
	VEC(size_t) others; /* the other fields */
	uint32_t filled;    /* bits: fields that get the event's period if a sample has none */
	struct row_value_list list;
	struct buf texts; /* texts that have to be copied: those of derived values, each with a
			   * NUL */
	struct buf room;  /* for one value */
};

enum field_id row_values_list_of(const struct field *field)
{
	enum field_id id = field->indexed ? FIELD_NONE : field->id;

	while (id && field_info(id)->type != FT_LIST)
		id = field_info(id)->parent;
	return id;
}

static void keep_text(struct row_values *values, const char *text, size_t len)
{
	char *p = buf_room(&values->texts, len + 1);

	if (len)
		memcpy(p, text, len);
	p[len] = '\0';
	buf_added(&values->texts, len + 1);
}

static bool row_values_item(struct sink *sink, const struct item *item)
{
	struct row_values *values = (struct row_values *)sink;
	uint64_t fields = item->type == FT_LIST ? 0 : fetch_wanted(&values->fetch, item);

	for (; fields; fields &= fields - 1) {
		size_t i = (size_t)__builtin_ctzll(fields);
		bool indexed = values->fields[i]->indexed;
		struct row_value *v;

		if (indexed && item->index != values->fields[i]->index)
			continue;
		v = vec_add(&values->list.values);
		v->field = i;
		v->element = indexed ? 0 : item->index;
		v->id = item->field;
		v->is_number = item->type != FT_STR && item->type != FT_BYTES;
		v->num = item->num;
		v->text = (const char *)item->bytes;
		v->len = item->type == FT_STR ? item->text_len : item->len;
		v->kept = !v->is_number && derived_is_brief(item->field);
		if (v->kept)
			keep_text(values, v->text, v->len);
		fetch_took(&values->fetch);
	}
	return fetch_needs_more(&values->fetch);
}

/* Members of lists and of tracepoints are passed one by one, and as texts if they are many. */
static bool is_fetched(const struct field *field)
{
	return !field->member && fetch_source(field) == FETCH_RECORD;
}

static void add_loaded(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct row_values *values = arg;
	struct row_value *v = vec_add(&values->list.values);

	(void)whole;
	v->field = i;
	v->id = values->fields[i]->id;
	v->is_number = true;
	v->num = num;
}

struct row_values *row_values_open(struct reader *reader, const struct field *const *fields,
				   size_t n)
{
	struct row_values *values = mem_zalloc(sizeof(*values));

	values->sink = (struct sink){ .begin = row_values_item, .value = row_values_item };
	values->reader = reader;
	values->fields = fields;
	values->n = n;
	buf_init(&values->texts);
	buf_init(&values->room);
	values->fetch = (struct fetch){
		.reader = reader, .sink = &values->sink, .number = add_loaded, .arg = values
	};
	for (size_t i = 0; i < n; i++) {
		if (i < FETCH_MAX && is_fetched(fields[i]))
			fetch_add(&values->fetch, fields[i], i);
		else
			vec_push(&values->others, i);
	}
	return values;
}

void row_values_fill_period(struct row_values *values, size_t first)
{
	values->filled = (uint32_t)values->fetch.wanted[F_period] & ~((1u << first) - 1);
}

void row_values_close(struct row_values *values)
{
	if (!values)
		return;
	vec_release(&values->others);
	vec_release(&values->list.values);
	buf_release(&values->texts);
	buf_release(&values->room);
	free(values);
}

static void add_value(struct row_values *values, size_t i, const struct value *value)
{
	struct row_value *v;

	if (value->is == VALUE_ABSENT)
		return;
	v = vec_add(&values->list.values);
	v->field = i;
	v->id = value->field;
	v->is_number = value->is == VALUE_NUMBER;
	v->num = value_bits(value);
	if (v->is_number)
		return;
	v->kept = true;
	v->len = value->len;
	keep_text(values, value->p, v->len);
}

/* Set the pointers when the buffer of the texts does not move any more. */
static void place_texts(struct row_values *values)
{
	size_t at = 0;

	for (size_t i = 0; i < values->list.values.n; i++) {
		struct row_value *v = &values->list.values.v[i];

		if (v->is_number || !v->kept)
			continue;
		v->text = values->texts.p + at;
		at += v->len + 1;
	}
}

/*
 * An event whose layout.period is 0 has a frequency, which does not determine the period of a
 * sample.
 */
static void fill_period(struct row_values *values, const struct row_info *info)
{
	const struct layout *layout = &values->fetch.record.layout;
	uint32_t fields = values->filled;

	if (!fields || info->type != RECORD_SAMPLE || layout->sample_type & SAMPLE_PERIOD ||
	    !layout->period)
		return;
	for (; fields; fields &= fields - 1) {
		struct row_value *v = vec_add(&values->list.values);

		*v = (struct row_value){ .field = (size_t)__builtin_ctz(fields),
					 .id = F_period,
					 .is_number = true,
					 .num = layout->period };
	}
}

const struct row_value_list *row_values_row(struct row_values *values, const struct row_info *info)
{
	values->list.values.n = 0;
	buf_reset(&values->texts);
	for (size_t k = 0; k < values->others.n; k++) {
		size_t i = values->others.v[k];
		const struct field *field = values->fields[i];
		struct value value;
		uint64_t bits;
		bool has;

		if (!field->member && value_column(info, field->id, &has, &bits)) {
			if (has)
				add_loaded(values, i, bits, 0);
			continue;
		}
		value = value_of_field(values->reader, info, field, &values->room);
		add_value(values, i, &value);
	}
	fetch_row(&values->fetch, info);
	fill_period(values, info);
	if (values->texts.len)
		place_texts(values);
	return &values->list;
}

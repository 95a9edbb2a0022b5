/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/row_values.h"

#include <stdlib.h>

#include "field/fetch.h"
#include "field/value.h"

struct row_values {
	struct sink sink;
	struct reader *reader;
	const struct field *const *fields;
	size_t n;
	struct fetch fetch; /* fields whose values are in the record */
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

static void keep_text(struct row_values *g, const char *text, size_t len)
{
	buf_add(&g->texts, text, len);
	buf_addc(&g->texts, '\0');
}

static bool row_values_item(struct sink *sink, const struct item *item)
{
	struct row_values *g = (struct row_values *)sink;
	uint64_t fields = item->type == FT_LIST ? 0 : fetch_wanted(&g->fetch, item);

	for (; fields; fields &= fields - 1) {
		size_t i = (size_t)__builtin_ctzll(fields);
		bool indexed = g->fields[i]->indexed;
		struct row_value *v;

		if (indexed && item->index != g->fields[i]->index)
			continue;
		v = vec_add(&g->list.values);
		v->field = i;
		v->element = indexed ? 0 : item->index;
		v->id = item->field;
		v->is_number = item->type != FT_STR && item->type != FT_BYTES;
		v->num = item->num;
		v->text = (const char *)item->bytes;
		v->len = item->type == FT_STR ? item->text_len : item->len;
		v->kept = !v->is_number && derived_is_brief(item->field);
		if (v->kept)
			keep_text(g, v->text, v->len);
		fetch_took(&g->fetch);
	}
	return fetch_goes_on(&g->fetch);
}

/* Members of lists and of tracepoints are passed one by one, and as texts if they are many. */
static bool is_fetched(const struct field *field)
{
	return !field->member && fetch_road(field) == FETCH_RECORD;
}

static void add_loaded(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct row_values *g = arg;
	struct row_value *v = vec_add(&g->list.values);

	(void)whole;
	v->field = i;
	v->id = g->fields[i]->id;
	v->is_number = true;
	v->num = num;
}

struct row_values *row_values_open(struct reader *reader, const struct field *const *fields,
				   size_t n)
{
	struct row_values *g = mem_zalloc(sizeof(*g));

	g->sink = (struct sink){ .begin = row_values_item, .value = row_values_item };
	g->reader = reader;
	g->fields = fields;
	g->n = n;
	buf_init(&g->texts);
	buf_init(&g->room);
	g->fetch = (struct fetch){
		.reader = reader, .sink = &g->sink, .number = add_loaded, .arg = g
	};
	for (size_t i = 0; i < n; i++)
		if (is_fetched(fields[i]))
			fetch_add(&g->fetch, fields[i], i);
	return g;
}

void row_values_fill_period(struct row_values *g, size_t first)
{
	g->filled = (uint32_t)g->fetch.wanted[F_period] & ~((1u << first) - 1);
}

void row_values_close(struct row_values *g)
{
	if (!g)
		return;
	vec_release(&g->list.values);
	buf_release(&g->texts);
	buf_release(&g->room);
	free(g);
}

static void add_value(struct row_values *g, size_t i, const struct value *value)
{
	struct row_value *v;

	if (value->is == VALUE_ABSENT)
		return;
	v = vec_add(&g->list.values);
	v->field = i;
	v->id = value->field;
	v->is_number = value->is == VALUE_NUMBER;
	v->num = value_bits(value);
	if (v->is_number)
		return;
	v->kept = true;
	v->len = value->len;
	keep_text(g, value->p, v->len);
}

/* Set the pointers when the buffer of the texts does not move any more. */
static void place_texts(struct row_values *g)
{
	size_t at = 0;

	for (size_t i = 0; i < g->list.values.n; i++) {
		struct row_value *v = &g->list.values.v[i];

		if (v->is_number || !v->kept)
			continue;
		v->text = g->texts.p + at;
		at += v->len + 1;
	}
}

/*
 * An event whose layout.period is 0 has a frequency, which does not determine the period of a
 * sample.
 */
static void fill_period(struct row_values *g, const struct row_info *info)
{
	const struct layout *layout = &g->fetch.record.layout;
	uint32_t fields = g->filled;

	if (!fields || info->type != RECORD_SAMPLE || layout->sample_type & SAMPLE_PERIOD ||
	    !layout->period)
		return;
	for (; fields; fields &= fields - 1) {
		struct row_value *v = vec_add(&g->list.values);

		*v = (struct row_value){ .field = (size_t)__builtin_ctz(fields),
					 .id = F_period,
					 .is_number = true,
					 .num = layout->period };
	}
}

const struct row_value_list *row_values_row(struct row_values *g, const struct row_info *info)
{
	g->list.values.n = 0;
	buf_reset(&g->texts);
	for (size_t i = 0; i < g->n; i++) {
		const struct field *field = g->fields[i];
		struct value value;
		uint64_t bits;
		bool has;

		if (g->fetch.wanted[field->id] >> i & 1)
			continue;
		if (!field->member && value_column(info, field->id, &has, &bits)) {
			if (has)
				add_loaded(g, i, bits, 0);
			continue;
		}
		value = value_of_field(g->reader, info, field, &g->room);
		add_value(g, i, &value);
	}
	fetch_row(&g->fetch, info);
	fill_period(g, info);
	place_texts(g);
	return &g->list;
}

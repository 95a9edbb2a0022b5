/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/gather.h"

#include <stdlib.h>

#include "query/fetch.h"
#include "query/value.h"

struct gather {
	struct sink sink;
	struct reader *reader;
	const struct field *const *fields;
	size_t n;
	struct fetch fetch; /* fields that the record tells */
	uint32_t filled;    /* bits: fields that are the event's period where a sample tells none */
	struct gather_list list;
	struct buf texts; /* those that do not last: of derived values, each with a NUL */
	struct value value;
};

enum word gather_list_of(const struct field *field)
{
	enum word word = field->indexed ? WORD_NONE : field->word;

	while (word && word_info(word)->type != WT_LIST)
		word = word_info(word)->parent;
	return word;
}

static void keep_text(struct gather *g, const char *text, size_t len)
{
	buf_add(&g->texts, text, len);
	buf_addc(&g->texts, '\0');
}

static bool gather_item(struct sink *sink, const struct item *item)
{
	struct gather *g = (struct gather *)sink;
	uint64_t fields = item->type == WT_LIST ? 0 : fetch_wanted(&g->fetch, item);

	for (; fields; fields &= fields - 1) {
		size_t i = (size_t)__builtin_ctzll(fields);
		bool indexed = g->fields[i]->indexed;
		struct gathered *v;

		if (indexed && item->index != g->fields[i]->index)
			continue;
		v = vec_add(&g->list.values);
		v->field = i;
		v->element = indexed ? 0 : item->index;
		v->word = item->word;
		v->is_number = item->type != WT_STR && item->type != WT_BYTES;
		v->num = item->num;
		v->text = (const char *)item->bytes;
		v->len = item->type == WT_STR ? item->text_len : item->len;
		v->kept = !v->is_number && derived_is_brief(item->word);
		if (v->kept)
			keep_text(g, v->text, v->len);
		fetch_took(&g->fetch);
	}
	return fetch_goes_on(&g->fetch);
}

/* Members of lists and of tracepoints come one by one, as texts where they are many. */
static bool is_fetched(const struct field *field)
{
	return !field->member && fetch_road(field) == FETCH_RECORD;
}

static void add_loaded(void *arg, size_t i, uint64_t num, uint64_t whole)
{
	struct gather *g = arg;
	struct gathered *v = vec_add(&g->list.values);

	(void)whole;
	v->field = i;
	v->word = g->fields[i]->word;
	v->is_number = true;
	v->num = num;
}

struct gather *gather_open(struct reader *reader, const struct field *const *fields, size_t n)
{
	struct gather *g = mem_zalloc(sizeof(*g));

	g->sink = (struct sink){ .begin = gather_item, .value = gather_item };
	g->reader = reader;
	g->fields = fields;
	g->n = n;
	buf_init(&g->texts);
	buf_init(&g->value.room);
	g->fetch = (struct fetch){
		.reader = reader, .sink = &g->sink, .number = add_loaded, .arg = g
	};
	for (size_t i = 0; i < n; i++)
		if (is_fetched(fields[i]))
			fetch_add(&g->fetch, fields[i], i);
	return g;
}

void gather_fill_period(struct gather *g, size_t first)
{
	g->filled = (uint32_t)g->fetch.wanted[W_period] & ~((1u << first) - 1);
}

void gather_close(struct gather *g)
{
	if (!g)
		return;
	vec_release(&g->list.values);
	buf_release(&g->texts);
	value_release(&g->value);
	free(g);
}

static void add_value(struct gather *g, size_t i)
{
	struct gathered *v;

	if (!g->value.has)
		return;
	v = vec_add(&g->list.values);
	v->field = i;
	v->word = g->value.word;
	v->is_number = g->value.is_number;
	v->num = g->value.num;
	if (v->is_number)
		return;
	v->kept = true;
	v->len = g->value.text.len;
	keep_text(g, g->value.text.p, v->len);
}

/* The texts have stopped to move. */
static void place_texts(struct gather *g)
{
	size_t at = 0;

	for (size_t i = 0; i < g->list.values.n; i++) {
		struct gathered *v = &g->list.values.v[i];

		if (v->is_number || !v->kept)
			continue;
		v->text = g->texts.p + at;
		at += v->len + 1;
	}
}

/* What layout.period is 0 for has a frequency, which says nothing of one sample. */
static void fill_period(struct gather *g, const struct row_info *info)
{
	const struct layout *layout = &g->fetch.layout;
	uint32_t fields = g->filled;

	if (!fields || info->type != RECORD_SAMPLE || layout->sample_type & SAMPLE_PERIOD ||
	    !layout->period)
		return;
	for (; fields; fields &= fields - 1) {
		struct gathered *v = vec_add(&g->list.values);

		*v = (struct gathered){ .field = (size_t)__builtin_ctz(fields),
					.word = W_period,
					.is_number = true,
					.num = layout->period };
	}
}

const struct gather_list *gather_row(struct gather *g, const struct row_info *info)
{
	g->list.values.n = 0;
	buf_reset(&g->texts);
	for (size_t i = 0; i < g->n; i++) {
		const struct field *field = g->fields[i];

		if (g->fetch.wanted[field->word] >> i & 1)
			continue;
		g->value.word = field->word;
		if (field->member || !value_from_index(info, field->word, &g->value))
			value_of_field(g->reader, info, field, &g->value);
		add_value(g, i);
	}
	fetch_row(&g->fetch, info);
	fill_period(g, info);
	place_texts(g);
	return &g->list;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/gather.h"

#include <stdlib.h>

#include "query/getter.h"
#include "recording/derived.h"
#include "recording/places.h"
#include "wire/decode.h"

struct gather {
	struct sink sink;
	struct reader *reader;
	const struct field *const *fields;
	size_t n;
	bool loads;	 /* it looks for numbers that stand in no list, so that loads may do */
	bool single;	 /* the walk looks only for fields of one value: it can stop at the last */
	size_t looks;	 /* fields that the walk looks for; 0: there is none */
	size_t missing;	 /* of them, in this record */
	uint32_t filled; /* bits: fields that are the event's period where a sample tells none */
	uint32_t wanted[WORD_COUNT]; /* bits: fields that the walk looks for by this word */
	struct derived_set derived;  /* words that the walk has to make, too */
	struct places places;
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
	uint32_t fields = item->element || item->type == WT_LIST ? 0 : g->wanted[item->word];

	for (; fields; fields &= fields - 1) {
		size_t i = (size_t)__builtin_ctz(fields);
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
		g->missing--;
	}
	return !g->single || g->missing;
}

/* Fields that the walk over a record finds by their words. */
static bool is_walked(const struct field *field)
{
	struct row_info none = { .in = 0 };
	struct value v = VALUE_INIT;

	return !field->member && !value_from_index(&none, field->word, &v) &&
	       !getter_of(field->word);
}

static bool is_number(const struct field *field)
{
	enum word_type type = word_info(field->word)->type;

	/* Of flags some are bits of misc, which have no place in the record. */
	return (type == WT_UINT || type == WT_SINT) && !word_in_list(field->word) &&
	       !derived_is_made(field->word);
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
	for (size_t i = 0; i < n; i++) {
		if (!is_walked(fields[i]))
			continue;
		g->wanted[fields[i]->word] |= 1u << i;
		derived_add(&g->derived, fields[i]->word);
		g->single = (!g->looks || g->single) && word_is_single(fields[i]->word);
		g->loads = (!g->looks || g->loads) && is_number(fields[i]);
		g->looks++;
	}
	return g;
}

void gather_fill_period(struct gather *g, size_t first)
{
	g->filled = g->wanted[W_period] & ~((1u << first) - 1);
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

/*
 * Load the fields that the walk is for, where all of them are at places that are the same in all
 * such records. False: some are not, and none was added.
 */
static bool load_all(struct gather *g, const struct row_info *info, const struct layout *layout,
		     const uint8_t *p, size_t len)
{
	size_t before = g->list.values.n;

	for (size_t i = 0; i < g->n; i++) {
		enum word word = g->fields[i]->word;
		const struct place *place;
		struct gathered *v;
		uint64_t num;

		if (!(g->wanted[word] >> i & 1))
			continue;
		place = places_get(&g->places, info, layout, word);
		if (place->kind == PLACE_WALK) {
			g->list.values.n = before;
			return false;
		}
		if (place->kind == PLACE_NONE ||
		    !place_load(place, layout, info->type, p, len, &num))
			continue;
		v = vec_add(&g->list.values);
		v->field = i;
		v->word = word;
		v->is_number = true;
		v->num = num;
	}
	return true;
}

/* What layout.period is 0 for has a frequency, which says nothing of one sample. */
static void fill_period(struct gather *g, const struct row_info *info, const struct layout *layout)
{
	uint32_t fields = g->filled;

	if (info->type != RECORD_SAMPLE || layout->sample_type & SAMPLE_PERIOD || !layout->period)
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
	struct layout layout;
	const uint8_t *p;
	size_t len;

	g->list.values.n = 0;
	buf_reset(&g->texts);
	for (size_t i = 0; i < g->n; i++) {
		const struct field *field = g->fields[i];

		if (g->wanted[field->word] >> i & 1)
			continue;
		g->value.word = field->word;
		if (field->member || !value_from_index(info, field->word, &g->value))
			value_of_field(g->reader, info, field, &g->value);
		add_value(g, i);
	}
	if (!g->looks || info->type == RECORD_DAMAGE) {
		place_texts(g);
		return &g->list;
	}
	p = reader_bytes(g->reader, info, &len);
	reader_layout(g->reader, info, &layout);
	if (!g->loads || !load_all(g, info, &layout, p, len)) {
		g->missing = g->looks;
		derived_walk(g->reader, info, &g->derived, &layout, p, len, &g->sink);
	}
	fill_period(g, info, &layout);
	place_texts(g);
	return &g->list;
}

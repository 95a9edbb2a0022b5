/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/fetch.h"

#include "query/getter.h"
#include "wire/vocabulary.h"

enum fetch_road fetch_road(const struct field *field)
{
	struct row_info none = { .in = 0 };
	struct value v = VALUE_INIT;

	if (!field->member && value_from_index(&none, field->word, &v))
		return FETCH_COLUMN;
	return getter_of(field->word) ? FETCH_DERIVE : FETCH_RECORD;
}

/* Fields of lists, of misc and of tracepoints are left to the walk. */
static bool may_be_placed(const struct field *field)
{
	enum word_type type = word_info(field->word)->type;

	return !field->member && (type == WT_UINT || type == WT_SINT || type == WT_BOOL) &&
	       !word_in_list(field->word) && !vocabulary_of_misc(field->word) &&
	       !derived_is_made(field->word);
}

void fetch_add(struct fetch *f, const struct field *field, size_t i)
{
	enum word word = field->word;

	f->placed = (!f->n || f->placed) && may_be_placed(field);
	f->single = (!f->n || f->single) && word_is_single(word);
	f->fields[f->n++] = (struct fetch_field){ word, i };
	f->wanted[word] |= 1ull << i;
	/* A field of a tracepoint is one of several words, by its type. */
	for (int w = W_tp_uint; word == W_tp_field && w <= W_tp_list; w++)
		f->wanted[w] |= 1ull << i;
	derived_add(&f->derived, word);
}

/* False: some are not at places, and none was told. */
static bool load_all(struct fetch *f, const struct row_info *info, const uint8_t *p, size_t len)
{
	struct place places[FETCH_MAX];

	for (size_t k = 0; k < f->n; k++) {
		places[k] = *places_get(&f->places, info, &f->layout, f->fields[k].word);
		if (places[k].kind == PLACE_WALK)
			return false;
	}
	for (size_t k = 0; k < f->n; k++) {
		struct place *place = &places[k];
		uint64_t num, whole = 0;

		if (place->kind != PLACE_AT ||
		    !place_load(place, &f->layout, info->type, p, len, &num))
			continue;
		if (place->bits) {
			place->bits = 0;
			place_load(place, &f->layout, info->type, p, len, &whole);
		}
		f->number(f->arg, f->fields[k].i, num, whole);
	}
	return true;
}

void fetch_row(struct fetch *f, const struct row_info *info)
{
	const uint8_t *p;
	size_t len;

	if (!f->n || info->type == RECORD_DAMAGE)
		return;
	p = reader_bytes(f->reader, info, &len);
	reader_layout(f->reader, info, &f->layout);
	if (f->placed && load_all(f, info, p, len))
		return;
	f->missing = f->n;
	derived_walk(f->reader, info, &f->derived, &f->layout, p, len, f->sink);
}

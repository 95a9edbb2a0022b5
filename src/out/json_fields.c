/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/json_fields.h"

#include <string.h>

#include "field/getter.h"
#include "wire/find.h"
#include "wire/vocabulary.h"

/* Select a field, its members, and the objects that contain it. */
static void want(struct json_fields *f, enum field_id field)
{
	const struct field_info *info = field_info(field);

	f->wanted[field] = 1;
	for (enum field_id w = info->parent; w; w = field_info(w)->parent)
		f->wanted[w] = 1;
	for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
		for (enum field_id p = field_info((enum field_id)w)->parent; p;
		     p = field_info(p)->parent)
			if (p == field)
				f->wanted[w] = 1;
		if (field_info((enum field_id)w)->type == FT_OBJECT &&
		    vocabulary_nests((enum field_id)w, field))
			f->wanted[w] = 1;
		if (info->type == FT_OBJECT && vocabulary_nests(field, (enum field_id)w))
			f->wanted[w] = 1;
	}
}

/* Select a field. A tracepoint field is one of several fields, depending on its type. */
static void want_field(struct json_fields *f, const struct field *field)
{
	want(f, field->id);
	for (int w = F_tp_uint; field->id == F_tp_field && w <= F_tp_list; w++)
		want(f, (enum field_id)w);
}

/* List the derived fields that are written only if they are selected, cheapest first. */
static void choose(struct json_fields *f)
{
	static const enum getter_from order[] = { GETTER_FROM_ROW, GETTER_FROM_RECORD,
						  GETTER_FROM_NOTES, GETTER_FROM_STATE };

	for (size_t i = 0; f->n_only && i < sizeof(order) / sizeof(order[0]); i++)
		for (int w = FIELD_NONE + 1; w < FIELD_COUNT; w++) {
			const struct getter *getter = getter_of((enum field_id)w);
			enum getter_from from = getter ? getter->from : order[i];

			if (!getter || getter->json != GETTER_JSON_CHOSEN || !f->wanted[w])
				continue;
			if ((from < GETTER_FROM_ROW ? GETTER_FROM_ROW : from) == order[i])
				vec_push(&f->chosen, (enum field_id)w);
		}
}

bool json_fields_is_apart(const struct field *field)
{
	return field->indexed || field_of_kind(field);
}

void json_fields_init(struct json_fields *f, const struct field *only, size_t n)
{
	*f = (struct json_fields){ .only = only, .n_only = n };
	memset(f->wanted, n ? 0 : 1, sizeof(f->wanted));
	if (!n)
		derived_add_ids(&f->derived);
	for (size_t i = 0; i < n; i++) {
		if (json_fields_is_apart(&only[i]))
			continue;
		want_field(f, &only[i]);
		derived_add(&f->derived, only[i].id);
	}
	choose(f);
}

void json_fields_release(struct json_fields *f)
{
	vec_release(&f->chosen);
}

bool json_fields_has_member(const struct json_fields *f, const struct item *item)
{
	enum field_id parent = field_info(item->field)->parent;

	for (size_t i = 0; i < f->n_only; i++) {
		const struct field *field = &f->only[i];

		if (field->id == parent || find_matches(item, field->id, field->member))
			return true;
	}
	return false;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_JSON_FIELDS_H
#define OUT_JSON_FIELDS_H

#include "base/vec.h"
#include "field/field.h"
#include "recording/derived_walk.h"

/* The fields that a JSON object of a record has. */
struct json_fields {
	uint8_t wanted[FIELD_COUNT]; /* 1: write; all are 1 if no fields were selected */
	const struct field *only;    /* the selected fields, n_only of them */
	size_t n_only;
	struct derived_set derived; /* selected fields that the walk has to derive */
	/* derived fields that are written only if they are selected, the cheapest first */
	VEC(enum field_id) chosen;
};

/* Select n fields, which must outlive the struct, with their members; n 0: the default fields. */
void json_fields_init(struct json_fields *fields, const struct field *only, size_t n);
void json_fields_release(struct json_fields *fields);

/* Is the field one element of a list, or a field that spans of one kind have? */
bool json_fields_is_apart(const struct field *field);

/* Is an item, whose field has free members, selected by its name or with its parent? */
bool json_fields_has_member(const struct json_fields *fields, const struct item *item);

/*
 * Is the item selected? For a field with free members, only selected members are, unless the field
 * itself is selected.
 */
static inline bool json_fields_has(const struct json_fields *fields, const struct item *item)
{
	if (!fields->wanted[item->field] || !fields->n_only || !field_is_open(item->field))
		return fields->wanted[item->field];
	return json_fields_has_member(fields, item);
}

#endif

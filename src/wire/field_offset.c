/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/field_offset.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/layout_rows.h"
#include "wire/vocabulary.h"

/* Take a row that is the number, or that has the number as a part. */
static bool take_row(struct field_offset *place, const struct row *row, enum field_id field,
		     uint32_t at)
{
	*place = (struct field_offset){
		.kind = OFFSET_FIXED,
		.size = (uint8_t)row->size,
		.is_signed = row->kind == ROW_SINT,
		.at = (uint16_t)at,
	};
	if (row->field == field)
		return true;
	for (const struct row *part = row->kind == ROW_BITS ? row->sub : NULL;
	     part && part->kind != ROW_END; part++) {
		if (part->field != field || part->when.src != WHEN_ALWAYS ||
		    row->flags & ROW_MIRROR)
			continue;
		place->shift = part->shift;
		place->bits = (uint8_t)part->size;
		return true;
	}
	return false;
}

/* Can the rows hold the field? A condition that each record decides counts as met. */
static bool may_hold(const struct layout *layout, const struct row *rows, enum field_id field)
{
	for (; rows && rows->kind != ROW_END; rows++) {
		bool holds;

		if (layout_rows_when(layout, &rows->when, &holds) && !holds)
			continue;
		if (rows->field == field || may_hold(layout, rows->sub, field))
			return true;
		if (rows->kind == ROW_RAW && (field == F_tp || field_is_tp(field)))
			return true;
		if (rows->kind == ROW_CHAIN && field >= F_callchain_nr &&
		    field <= F_callchain_cookie)
			return true;
	}
	return false;
}

/* Does the trailer hold the field? It uses names of its own for fields that the body has, too. */
static bool trailer_holds(const struct record_desc *desc, const struct layout *layout,
			  enum field_id field)
{
	if (!desc->trailer || !layout->trailer)
		return false;
	return may_hold(layout, rows_trailer, field) || !strncmp(field_id_name(field), "sid.", 4);
}

static void find_own(struct field_offset *place, const struct layout *layout, uint32_t type,
		     enum field_id field)
{
	const struct record_desc *desc = record_find(type);
	struct layout_rows rows;

	*place = (struct field_offset){ .kind = OFFSET_NONE };
	if (!desc)
		return;
	rows = layout_rows_begin(layout, desc->rows, RECORD_HEADER_SIZE);
	/* decode.c stops after the fixed fields of such a sample. */
	if (type == RECORD_SAMPLE && layout->sample_type & ~(uint64_t)SAMPLE_KNOWN)
		rows.until = F_read;
	while (layout_rows_next(&rows))
		if (take_row(place, rows.row, field, (uint32_t)rows.at))
			return;
	*place = (struct field_offset){ .kind = OFFSET_NONE };
	if (may_hold(layout, rows.row, field) || trailer_holds(desc, layout, field))
		place->kind = OFFSET_WALK;
}

void field_offset_find(struct field_offset *place, const struct layout *layout, uint32_t type,
		       enum field_id field)
{
	enum field_id base = field;

	find_own(place, layout, type, field);
	if (place->kind != OFFSET_NONE)
		return;
	/* In a sample the id decides the field event. */
	if (type == RECORD_SAMPLE && (field == F_id_event || field == F_sid_event))
		return;
	/* A derived field needs a walk, if its base exists. */
	while (place->kind == OFFSET_NONE && (base = vocabulary_base(base)))
		find_own(place, layout, type, base);
	if (place->kind != OFFSET_NONE)
		place->kind = OFFSET_WALK;
}

size_t field_offset_trailer(const struct layout *layout, uint32_t type)
{
	const struct record_desc *desc = layout->trailer ? record_find(type) : NULL;

	return desc && desc->trailer ? layout->trailer : 0;
}

bool field_offset_load(const struct field_offset *place, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, uint64_t *v)
{
	if (field_offset_end(layout, type, len) < (size_t)place->at + place->size)
		return false;
	*v = field_offset_part(place, field_offset_number(place, layout->big, rec));
	return true;
}

bool field_offset_list(const struct field_offset *count, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, size_t *at, size_t *n)
{
	uint64_t v;
	size_t fit;

	if (!field_offset_load(count, layout, type, rec, len, &v))
		return false;
	*at = (size_t)count->at + count->size;
	fit = (field_offset_end(layout, type, len) - *at) / 8;
	*n = v < fit ? (size_t)v : fit;
	return true;
}

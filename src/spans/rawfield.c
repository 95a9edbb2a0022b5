/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/rawfield.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/find.h"

void rawplace_find(struct rawplace *place, const struct layout *layout)
{
	field_offset_find(&place->size, layout, RECORD_SAMPLE, F_raw_size);
	field_offset_find(&place->chain, layout, RECORD_SAMPLE, F_callchain_nr);
}

/* Find the size of raw data, which is after the call chain, if there is one. */
static bool size_at(const struct rawplace *place, const struct layout *layout, const uint8_t *rec,
		    size_t len, size_t *at)
{
	size_t n;

	*at = place->size.at;
	if (place->size.kind == OFFSET_FIXED)
		return true;
	if (place->chain.kind != OFFSET_FIXED ||
	    !field_offset_list(&place->chain, layout, RECORD_SAMPLE, rec, len, at, &n))
		return false;
	*at += 8 * n;
	return true;
}

bool rawplace_get(const struct rawplace *place, const struct layout *layout, const uint8_t *rec,
		  size_t len, const uint8_t **raw, size_t *raw_len)
{
	size_t at, left;

	if (place->size.kind == OFFSET_NONE)
		return false;
	if (!size_at(place, layout, rec, len, &at))
		return find_bytes(layout, rec, len, F_raw, raw, raw_len);
	if (len < at + sizeof(uint32_t))
		return false;
	left = len - at - sizeof(uint32_t);
	*raw = rec + at + sizeof(uint32_t);
	*raw_len = load_u32(rec + at, layout->big);
	if (*raw_len > left)
		*raw_len = left;
	return true;
}

static bool is_field(const struct row *row, const char *name)
{
	return row->label && !strcmp(row->label, name);
}

/* Set a field from a row whose data, or whose reference to data, begin at this byte. */
static void set_field(struct rawfield *field, const struct row *row, size_t at)
{
	*field = (struct rawfield){
		.has = row->kind == ROW_UINT || row->kind == ROW_SINT || row->kind == ROW_STR,
		.is_text = row->kind == ROW_STR,
		.is_signed = row->kind == ROW_SINT,
		.at = (uint16_t)at,
		.size = row->size,
	};
}

void rawfield_find(struct rawfield *field, const struct tracefmt *format, const char *name)
{
	size_t at = 0;

	*field = (struct rawfield){ .has = false };
	for (const struct row *row = format->rows; row->kind != ROW_END; row++) {
		if (row->kind == ROW_PLACE && is_field(row->sub, name)) {
			set_field(field, row->sub, at);
			field->elsewhere = true;
			field->relative = row->flags & ROW_RELATIVE;
			return;
		}
		if (is_field(row, name)) {
			set_field(field, row, at);
			return;
		}
		at += row->size;
	}
}

bool rawfield_number(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		     uint64_t *number)
{
	unsigned shift;

	if (!field->has || field->is_text || len < (size_t)field->at + field->size)
		return false;
	shift = 64 - 8u * field->size;
	*number = load_uint(raw + field->at, field->size, big);
	if (field->is_signed)
		*number = (uint64_t)((int64_t)(*number << shift) >> shift);
	return true;
}

bool rawfield_text(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		   const char **text, size_t *text_len)
{
	size_t at = field->at, size = field->size;

	if (!field->has || !field->is_text)
		return false;
	if (field->elsewhere) {
		uint32_t place;

		if (len < at + sizeof(place))
			return false;
		place = load_u32(raw + at, big);
		at = (field->relative ? at + sizeof(place) : 0) + (place & 0xffff);
		size = place >> 16;
	}
	if (at > len)
		return false;
	if (size > len - at)
		size = len - at;
	*text = (const char *)raw + at;
	*text_len = strnlen(*text, size);
	return true;
}

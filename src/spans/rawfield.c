/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/rawfield.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/schema.h"

/* The type of a field, by the row that describes its number or its text. */
static enum rawfield_type type_of(const struct row *row)
{
	switch ((enum row_kind)row->kind) {
	case ROW_UINT:
		return RAWFIELD_UINT;
	case ROW_SINT:
		return RAWFIELD_SINT;
	case ROW_STR:
		return RAWFIELD_TEXT;
	default:
		return RAWFIELD_NONE;
	}
}

/* The bytes that a row covers at its place. */
static size_t size_of(const struct row *row)
{
	return row->kind == ROW_LIST ? (size_t)row->count.n * row->sub->size : row->size;
}

/* Rows follow each other without gaps: padding has rows, too. */
void rawfield_find(struct rawfield *field, const struct tracefmt *format, const char *name)
{
	size_t at = 0;

	*field = (struct rawfield){ .type = RAWFIELD_NONE };
	for (const struct row *row = format->rows; row->kind != ROW_END; row++) {
		const struct row *data = row->kind == ROW_PLACE ? row->sub : row;

		if (data->label && !strcmp(data->label, name)) {
			*field = (struct rawfield){
				.type = type_of(data),
				.elsewhere = row->kind == ROW_PLACE,
				.relative = row->flags & ROW_RELATIVE,
				.at = (uint16_t)at,
				.size = row->size,
			};
			return;
		}
		at += size_of(row);
	}
}

bool rawfield_number(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		     uint64_t *number)
{
	if ((field->type != RAWFIELD_UINT && field->type != RAWFIELD_SINT) ||
	    len < (size_t)field->at + field->size)
		return false;
	*number = load_uint(raw + field->at, field->size, big);
	if (field->type == RAWFIELD_SINT)
		*number = sign_extend(*number, 8u * field->size);
	return true;
}

bool rawfield_text(const struct rawfield *field, bool big, const uint8_t *raw, size_t len,
		   const char **text, size_t *text_len)
{
	size_t at = field->at, size = field->size;

	if (field->type != RAWFIELD_TEXT)
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

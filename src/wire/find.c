/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/find.h"

#include <string.h>

/* Stops the walk at the first value of a field. */
struct find_sink {
	struct sink sink;
	enum field_id field;
	bool found;
	struct item item;
};

static bool find_value(struct sink *sink, const struct item *item)
{
	struct find_sink *find = (struct find_sink *)sink;

	if (item->field != find->field || item->element)
		return true;
	find->found = true;
	find->item = *item;
	return false;
}

static bool find_item(const struct layout *layout, const uint8_t *rec, size_t len,
		      enum field_id field, struct item *item)
{
	struct find_sink find = {
		.sink = { .begin = find_value, .value = find_value },
		.field = field,
	};

	decode_record(layout, rec, len, &find.sink);
	*item = find.item;
	return find.found;
}

bool find_matches(const struct item *item, enum field_id field, const char *member)
{
	if (item->element)
		return false;
	if (item->field != field && !(field == F_tp_field && field_is_tp(item->field)))
		return false;
	return !member || (item->label && !strcmp(item->label, member));
}

bool find_number(const struct layout *layout, const uint8_t *rec, size_t len, enum field_id field,
		 uint64_t *num)
{
	struct item item;

	if (!find_item(layout, rec, len, field, &item))
		return false;
	*num = item.num;
	return true;
}

bool find_bytes(const struct layout *layout, const uint8_t *rec, size_t len, enum field_id field,
		const uint8_t **p, size_t *n)
{
	struct item item;

	if (!find_item(layout, rec, len, field, &item) || !item.bytes)
		return false;
	*p = item.bytes;
	*n = item.type == FT_STR ? item.text_len : item.len;
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/dwpindex.h"

#include "wire/bytes.h"

enum {
	COLUMNS_MAX = 16,
	/* DW_SECT_*. In the earlier form, 8 is macros, which are not needed. */
	SECT_INFO = 1,
	SECT_ABBREV = 3,
	SECT_LINE = 4,
	SECT_STR_OFFSETS = 6,
	SECT_RNGLISTS = 8
};

static const int sections[DWPINDEX_SECTIONS] = {
	[DWPINDEX_INFO] = SECT_INFO,	     [DWPINDEX_ABBREV] = SECT_ABBREV,
	[DWPINDEX_LINE] = SECT_LINE,	     [DWPINDEX_STR_OFFSETS] = SECT_STR_OFFSETS,
	[DWPINDEX_RNGLISTS] = SECT_RNGLISTS,
};

/* Find the row of the unit, from 1; 0: none. The hash table is searched from slot to slot. */
static uint32_t find_row(const uint8_t *ids, const uint8_t *rows, uint32_t slots, bool big,
			 uint64_t id)
{
	for (uint32_t i = 0; i < slots; i++)
		if (load_u64(ids + 8 * (size_t)i, big) == id && load_u32(rows + 4 * (size_t)i, big))
			return load_u32(rows + 4 * (size_t)i, big);
	return 0;
}

/* In the earlier form, ranges are in the program. */
static void take_parts(const uint8_t *heads, const uint8_t *offs, const uint8_t *sizes, uint32_t n,
		       uint32_t version, bool big, struct dwpindex_part parts[DWPINDEX_SECTIONS])
{
	for (uint32_t i = 0; i < n; i++)
		for (int k = 0; k < DWPINDEX_SECTIONS; k++)
			if (load_u32(heads + 4 * (size_t)i, big) == (uint32_t)sections[k] &&
			    (k != DWPINDEX_RNGLISTS || version >= 5))
				parts[k] = (struct dwpindex_part){
					load_u32(offs + 4 * (size_t)i, big),
					load_u32(sizes + 4 * (size_t)i, big)
				};
}

bool dwpindex_find(const void *table, size_t size, bool big, uint64_t id,
		   struct dwpindex_part parts[DWPINDEX_SECTIONS])
{
	struct cursor c = { .p = table, .left = size, .big = big };
	/* In version 5 it has two bytes, followed by two bytes of padding. */
	uint32_t version = cursor_u32(&c) & 0xffff;
	uint32_t columns = cursor_u32(&c), units = cursor_u32(&c), slots = cursor_u32(&c);
	const uint8_t *ids, *rows, *heads, *offs, *sizes;
	size_t row_size = 4 * (size_t)columns;
	uint32_t row;

	memset(parts, 0, DWPINDEX_SECTIONS * sizeof(*parts));
	if (c.failed || (version != 2 && version != 5) || columns > COLUMNS_MAX)
		return false;
	ids = cursor_take(&c, 8 * (size_t)slots);
	rows = cursor_take(&c, 4 * (size_t)slots);
	heads = cursor_take(&c, row_size);
	offs = cursor_take(&c, row_size * units);
	sizes = cursor_take(&c, row_size * units);
	if (!ids || !rows || !heads || !offs || !sizes)
		return false;
	row = find_row(ids, rows, slots, big, id);
	if (!row || row > units)
		return false;
	take_parts(heads, offs + row_size * (row - 1), sizes + row_size * (row - 1), columns,
		   version, big, parts);
	return parts[DWPINDEX_INFO].size && parts[DWPINDEX_ABBREV].size;
}

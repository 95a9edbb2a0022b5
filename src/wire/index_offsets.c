/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/index_offsets.h"

#include "wire/layout_rows.h"

static const enum field_id index_field_ids[INDEX_FIELDS] = {
	[INDEX_FIELD_PID] = F_pid, [INDEX_FIELD_TID] = F_tid, [INDEX_FIELD_TIME] = F_time,
	[INDEX_FIELD_CPU] = F_cpu, [INDEX_FIELD_ID] = F_id,
};

enum field_id index_offsets_field(enum index_field field)
{
	return index_field_ids[field];
}

static void set_index_field(struct index_offsets *offsets, enum field_id field, int at)
{
	for (int f = 0; f < INDEX_FIELDS; f++)
		if (index_field_ids[f] == field && !offsets->at[f])
			offsets->at[f] = (int16_t)at;
}

/* Place the numbers at the beginning of the rows. Returns the offset after them. */
static int bind_rows(struct index_offsets *offsets, const struct layout *layout,
		     const struct row *table, int at)
{
	struct layout_rows rows = layout_rows_begin(layout, table, at);

	while (layout_rows_next(&rows))
		set_index_field(offsets, (enum field_id)rows.row->field, rows.at);
	return rows.at;
}

/* A field in the body hides the trailer's field; set_index_field() keeps the body's place. */
void index_offsets_bind(struct index_offsets *offsets, const struct layout *layout, uint32_t type)
{
	const struct record_desc *desc = record_find(type);
	int end;

	*offsets = (struct index_offsets){ .min = RECORD_HEADER_SIZE };
	if (!desc)
		return;
	end = bind_rows(offsets, layout, desc->rows, RECORD_HEADER_SIZE);
	offsets->min = (uint16_t)end;
	if (!desc->trailer || !layout->trailer)
		return;
	bind_rows(offsets, layout, rows_trailer, -(int)layout->trailer);
	offsets->min = (uint16_t)(offsets->min + layout->trailer);
}

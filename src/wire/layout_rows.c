/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/layout_rows.h"

bool layout_rows_when(const struct layout *layout, const struct when *when, bool *holds)
{
	uint64_t v;

	switch (when->src) {
	case WHEN_ALWAYS:
		*holds = true;
		return true;
	case WHEN_SAMPLE_TYPE:
		v = layout->sample_type;
		break;
	case WHEN_READ_FORMAT:
		v = layout->read_format;
		break;
	case WHEN_HW_IDX:
	case WHEN_COUNTERS:
		/* With a branch stack each record decides. */
		*holds = false;
		return !(layout->sample_type & SAMPLE_BRANCH_STACK);
	default:
		return false;
	}
	*holds = ((v & when->mask) == when->want) != when->negate;
	return true;
}

bool layout_rows_next(struct layout_rows *rows)
{
	bool holds;

	if (rows->found) {
		rows->at += rows->row->size;
		rows->row++;
	}
	rows->found = false;
	for (; rows->row->kind != ROW_END; rows->row++) {
		if (rows->until && rows->row->field == rows->until)
			break;
		if (!layout_rows_when(rows->layout, &rows->row->when, &holds))
			break;
		if (!holds)
			continue;
		rows->found = rows->row->kind == ROW_UINT || rows->row->kind == ROW_SINT ||
			      rows->row->kind == ROW_BITS;
		break;
	}
	return rows->found;
}

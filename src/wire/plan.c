/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire/plan.h"

static const enum field_id index_field_ids[INDEX_FIELDS] = {
	[INDEX_FIELD_PID] = F_pid, [INDEX_FIELD_TID] = F_tid, [INDEX_FIELD_TIME] = F_time,
	[INDEX_FIELD_CPU] = F_cpu, [INDEX_FIELD_ID] = F_id,
};

enum field_id plan_field(enum index_field field)
{
	return index_field_ids[field];
}

static void set_index_field(struct plan *plan, enum field_id field, int at)
{
	for (int f = 0; f < INDEX_FIELDS; f++)
		if (index_field_ids[f] == field && !plan->at[f])
			plan->at[f] = (int16_t)at;
}

bool plan_when(const struct layout *layout, const struct when *when, bool *holds)
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

/* Place rows that are plain numbers from at on. Stop at the first row that may have any size. */
static int bind_rows(struct plan *plan, const struct layout *layout, const struct row *rows, int at)
{
	for (; rows->kind != ROW_END; rows++) {
		bool holds;

		if (!plan_when(layout, &rows->when, &holds))
			break;
		if (!holds)
			continue;
		if (rows->kind != ROW_UINT && rows->kind != ROW_SINT && rows->kind != ROW_BITS)
			break;
		set_index_field(plan, (enum field_id)rows->field, at);
		at += rows->size;
	}
	return at;
}

/* A field in the body hides the trailer's field; set_index_field() keeps the body's place. */
void plan_bind(struct plan *plan, const struct layout *layout, uint32_t type)
{
	const struct record_desc *desc = record_find(type);
	int end;

	*plan = (struct plan){ .min = RECORD_HEADER_SIZE };
	if (!desc)
		return;
	end = bind_rows(plan, layout, desc->rows, RECORD_HEADER_SIZE);
	plan->min = (uint16_t)end;
	if (!desc->trailer || !layout->trailer)
		return;
	bind_rows(plan, layout, rows_trailer, -(int)layout->trailer);
	plan->min = (uint16_t)(plan->min + layout->trailer);
}

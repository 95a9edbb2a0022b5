/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field/fetch.h"

#include "field/getter.h"
#include "recording/derived_walk.h"
#include "wire/vocabulary.h"

enum fetch_source fetch_source(const struct field *field)
{
	struct row_info none = { .in = 0 };
	uint64_t bits;
	bool has;

	if (!field->member && value_column(&none, field->id, &has, &bits))
		return FETCH_COLUMN;
	return getter_of(field->id) ? FETCH_DERIVE : FETCH_RECORD;
}

/* Fields of lists, of misc and of tracepoints always need the walk. */
static bool may_be_placed(enum field_id field)
{
	enum field_type type = field_info(field)->type;

	return (type == FT_UINT || type == FT_SINT || type == FT_BOOL) && !field_in_list(field) &&
	       !vocabulary_of_misc(field) && !derived_is_made(field);
}

/* The field that another field is made of, if that may have a fixed offset. */
static enum field_id base_of(const struct field *field)
{
	enum field_id base = field->member ? FIELD_NONE : derived_base(field->id);

	return base != FIELD_NONE && field_is_single(base) && may_be_placed(base) ? base
										  : FIELD_NONE;
}

void fetch_add(struct fetch *f, const struct field *field, size_t i)
{
	enum field_id id = field->id;

	f->placed = (!f->n || f->placed) && !field->member && may_be_placed(id);
	f->base = !f->n || f->base == base_of(field) ? base_of(field) : FIELD_NONE;
	f->single = (!f->n || f->single) && field_is_single(id);
	f->fields[f->n++] = (struct fetch_field){ id, i };
	f->wanted[id] |= 1ull << i;
	/* The type of a tracepoint's field decides which of several ids it has. */
	for (int w = F_tp_uint; id == F_tp_field && w <= F_tp_list; w++)
		f->wanted[w] |= 1ull << i;
	derived_add(&f->derived, id);
}

void fetch_plan_add(struct fetch_plan *plan, const struct field_offset *offset, size_t i)
{
	if (offset->kind == OFFSET_WALK)
		plan->walk = true;
	else if (offset->kind == OFFSET_FIXED)
		plan->loads[plan->n++] = (struct fetch_load){ *offset, (uint8_t)i };
}

/* The plan for records as that of the row. */
static const struct fetch_plan *plan_of(struct fetch *f, const struct row_info *info)
{
	uint32_t key = (uint32_t)info->layout * 31 + info->type * 7 + info->flags;
	struct fetch_kind *kind = &f->kinds[key % FETCH_KINDS];

	if (kind->used && kind->part == info->part && kind->type == info->type &&
	    kind->flags == info->flags && kind->layout == info->layout)
		return &kind->plan;
	*kind = (struct fetch_kind){
		.used = true,
		.part = info->part,
		.type = info->type,
		.flags = info->flags,
		.layout = info->layout,
	};
	for (size_t k = 0; k < f->n; k++)
		fetch_plan_add(&kind->plan,
			       row_record_offset(&f->record, &f->places, f->fields[k].field),
			       f->fields[k].i);
	return &kind->plan;
}

/* Returns false if some values have no fixed offset; number() was not called then. */
static bool load_all(struct fetch *f, const struct row_info *info)
{
	const struct fetch_plan *plan = plan_of(f, info);

	if (plan->walk)
		return false;
	fetch_plan_load(plan, &f->record.layout, info->type, f->record.p, f->record.len, f->number,
			f->arg);
	return true;
}

/* Returns false if only a walk finds the common field; the sink got nothing then. */
static bool make_all(struct fetch *f)
{
	const struct row_record *record = &f->record;
	const struct field_offset *place = row_record_offset(record, &f->places, f->base);
	uint64_t num;

	if (place->kind == OFFSET_WALK)
		return false;
	if (place->kind == OFFSET_FIXED && row_record_load(record, place, &num))
		derived_walk_number(record, &f->derived, f->base, num, f->sink);
	return true;
}

void fetch_row(struct fetch *f, const struct row_info *info)
{
	if (!f->n || info->type == RECORD_DAMAGE)
		return;
	row_record_begin(&f->record, f->reader, info);
	row_record_read(&f->record);
	if (f->placed && load_all(f, info))
		return;
	f->missing = f->n;
	if (f->base != FIELD_NONE && make_all(f))
		return;
	derived_walk(&f->record, &f->derived, f->sink);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_PLAN_H
#define WIRE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/bytes.h"
#include "wire/layout.h"
#include "wire/schema.h"

/*
 * The offsets of the fields that every index needs, in the records of one type and one attr. All of
 * these fields are before the first part of variable size, or in the trailer at a fixed distance
 * from the end. So a load replaces the walk.
 */
enum index_field {
	INDEX_FIELD_PID,
	INDEX_FIELD_TID,
	INDEX_FIELD_TIME,
	INDEX_FIELD_CPU,
	INDEX_FIELD_ID,
	INDEX_FIELDS
};

/* Bytes from the start of the record, or from its end if negative; 0: no such field. */
struct plan {
	int16_t at[INDEX_FIELDS];
	uint16_t min; /* a shorter record lacks some of the fields, so it must be decoded */
};

/* Find the offsets in records of a type with this layout. */
void plan_bind(struct plan *plan, const struct layout *layout, uint32_t type);

static inline bool plan_has(const struct plan *plan, enum index_field field)
{
	return plan->at[field] != 0;
}

/* The bytes of a field that the plan has, in a record of at least plan->min bytes. */
static inline const uint8_t *plan_ptr(const struct plan *plan, enum index_field field,
				      const uint8_t *rec, size_t len)
{
	int at = plan->at[field];

	return at < 0 ? rec + len + at : rec + at;
}

/* The field of an index field. */
enum field_id plan_field(enum index_field field);

#endif

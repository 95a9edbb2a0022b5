/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_PLAN_H
#define WIRE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/bytes.h"
#include "wire/layout.h"
#include "wire/schema.h"

/*
 * Where the fields that every index asks for lie in the records of one type and
 * one attr. All of them stand before the first part of variable size, or in the
 * trailer at a fixed distance from the end, so a load replaces the walk.
 */
enum index_field {
	INDEX_FIELD_PID,
	INDEX_FIELD_TID,
	INDEX_FIELD_TIME,
	INDEX_FIELD_CPU,
	INDEX_FIELD_ID,
	INDEX_FIELDS
};

/* Bytes from the start of the record, or back from its end when negative; 0: no such field. */
struct plan {
	int16_t at[INDEX_FIELDS];
	uint16_t min; /* a record of fewer bytes has not all of them: decode it */
};

void plan_bind(struct plan *plan, const struct layout *layout, uint32_t type);

static inline bool plan_has(const struct plan *plan, enum index_field field)
{
	return plan->at[field] != 0;
}

/* The record has at least plan->min bytes. */
static inline const uint8_t *plan_ptr(const struct plan *plan, enum index_field field,
				      const uint8_t *rec, size_t len)
{
	int at = plan->at[field];

	return at < 0 ? rec + len + at : rec + at;
}

/* Is a row there, where the layout alone decides? False: the record does. */
bool plan_when(const struct layout *layout, const struct when *when, bool *holds);

/* The word that such a field stands for. */
enum word plan_word(enum index_field field);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_INDEX_OFFSETS_H
#define WIRE_INDEX_OFFSETS_H

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
struct index_offsets {
	int16_t at[INDEX_FIELDS];
	uint16_t min; /* a shorter record lacks some of the fields, so it must be decoded */
};

/* Find the offsets in records of a type with this layout. */
void index_offsets_bind(struct index_offsets *offsets, const struct layout *layout, uint32_t type);

static inline bool index_offsets_has(const struct index_offsets *offsets, enum index_field field)
{
	return offsets->at[field] != 0;
}

/* The bytes of a field that the offsets have, in a record of at least offsets->min bytes. */
static inline const uint8_t *index_offsets_ptr(const struct index_offsets *offsets,
					       enum index_field field, const uint8_t *rec,
					       size_t len)
{
	int at = offsets->at[field];

	return at < 0 ? rec + len + at : rec + at;
}

/* The field of an index field. */
enum field_id index_offsets_field(enum index_field field);

#endif

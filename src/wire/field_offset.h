/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_FIELD_OFFSET_H
#define WIRE_FIELD_OFFSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/bytes.h"
#include "wire/layout.h"
#include "wire/schema.h"

/*
 * The offset of a field in the records of one type and layout. If all of them have the field at the
 * same offset, a load replaces a walk.
 */
enum field_offset_kind {
	OFFSET_NONE,  /* no such record has the field */
	OFFSET_FIXED, /* a number that is always at the same place */
	OFFSET_WALK   /* only a walk over the record finds it */
};

struct field_offset {
	uint8_t kind;	     /* enum field_offset_kind */
	uint8_t size;	     /* bytes */
	uint8_t shift, bits; /* of a part of the number; bits 0: all of it */
	bool is_signed;
	uint16_t at; /* bytes from the start of the record */
};

/* Find the offset of a field in the records of a type with this layout. */
void field_offset_find(struct field_offset *place, const struct layout *layout, uint32_t type,
		       enum field_id field);

/* Bytes of the trailer at the end of records of a type, other than samples. */
size_t field_offset_trailer(const struct layout *layout, uint32_t type);

/* Where the fields of a record of len bytes end: at its trailer if it has one. */
static inline size_t field_offset_end(const struct layout *layout, uint32_t type, size_t len)
{
	/* Samples, which have no trailer, are most records. */
	size_t trailer = type == RECORD_SAMPLE ? 0 : field_offset_trailer(layout, type);

	return trailer && len >= RECORD_HEADER_SIZE + trailer ? len - trailer : len;
}

/* The number at an OFFSET_FIXED that ends before field_offset_end(). big: byte order. */
static inline uint64_t field_offset_number(const struct field_offset *place, bool big,
					   const uint8_t *rec)
{
	uint64_t v = load_uint(rec + place->at, place->size, big);

	return place->is_signed ? sign_extend(v, 8u * place->size) : v;
}

/* The part of that number that is the field. */
static inline uint64_t field_offset_part(const struct field_offset *place, uint64_t number)
{
	return place->bits ? number >> place->shift & (~0ull >> (64 - place->bits)) : number;
}

/* Load the field at an OFFSET_FIXED of a record of len bytes. False: the record is too short. */
bool field_offset_load(const struct field_offset *place, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, uint64_t *v);

/*
 * Find a list of 8-byte numbers after its count. The count has an OFFSET_FIXED. Get the place of
 * the first number, and how many numbers the record has. False: the record ends before the count
 * ends.
 */
bool field_offset_list(const struct field_offset *count, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, size_t *at, size_t *n);

#endif

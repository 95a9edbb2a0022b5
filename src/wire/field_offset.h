/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_FIELD_OFFSET_H
#define WIRE_FIELD_OFFSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/layout.h"
#include "wire/schema.h"

/*
 * Where a word lies in the records of one type and layout, as far as that is the same
 * in all of them, so that a load replaces a walk.
 */
enum field_offset_kind {
	OFFSET_NONE,  /* no such record has the word */
	OFFSET_FIXED, /* a number at a place that is always the same */
	OFFSET_WALK   /* a walk over the record has to tell */
};

struct field_offset {
	uint8_t kind;	     /* enum field_offset_kind */
	uint8_t size;	     /* bytes */
	uint8_t shift, bits; /* a part of the number; bits 0: all of it */
	bool is_signed;
	uint16_t at; /* bytes from the start of the record */
};

void field_offset_find(struct field_offset *place, const struct layout *layout, uint32_t type,
		       enum word word);

/* Where the fields of a record of len bytes end: at its trailer, where it has one. */
size_t field_offset_end(const struct layout *layout, uint32_t type, size_t len);

/* The number at an OFFSET_FIXED in a record of len bytes. False: the record ends before. */
bool field_offset_load(const struct field_offset *place, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, uint64_t *v);

/*
 * A list of numbers of 8 bytes behind its count, which is the place, an OFFSET_FIXED: where its
 * first one is, and how many of them the record has. False: it ends before the count does.
 */
bool field_offset_list(const struct field_offset *count, const struct layout *layout, uint32_t type,
		       const uint8_t *rec, size_t len, size_t *at, size_t *n);

#endif

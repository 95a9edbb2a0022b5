/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_PLACE_H
#define WIRE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/layout.h"
#include "wire/schema.h"

/*
 * Where a word lies in the records of one type and layout, as far as that is the same
 * in all of them, so that a load replaces a walk.
 */
enum place_kind {
	PLACE_NONE, /* no such record has the word */
	PLACE_AT,   /* a number at a place that is always the same */
	PLACE_WALK  /* a walk over the record has to tell */
};

struct place {
	uint8_t kind;	     /* enum place_kind */
	uint8_t size;	     /* bytes */
	uint8_t shift, bits; /* a part of the number; bits 0: all of it */
	bool is_signed;
	uint16_t at; /* bytes from the start of the record */
};

void place_find(struct place *place, const struct layout *layout, uint32_t type, enum word word);

/* Where the fields of a record of len bytes end: at its trailer, where it has one. */
size_t place_end(const struct layout *layout, uint32_t type, size_t len);

/* The number at a PLACE_AT in a record of len bytes. False: the record ends before. */
bool place_load(const struct place *place, const struct layout *layout, uint32_t type,
		const uint8_t *rec, size_t len, uint64_t *v);

/*
 * A list of numbers of 8 bytes behind its count, which is the place, a PLACE_AT: where its first
 * one is, and how many of them the record has. False: it ends before the count does.
 */
bool place_list(const struct place *count, const struct layout *layout, uint32_t type,
		const uint8_t *rec, size_t len, size_t *at, size_t *n);

#endif

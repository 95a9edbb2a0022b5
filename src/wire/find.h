/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_FIND_H
#define WIRE_FIND_H

#include "wire/decode.h"

/* Find one field of a record by a walk that stops there. */

/*
 * Get the number of a field in a record. If the field is in a list, get its first value. False: the
 * record does not have the field.
 */
bool find_number(const struct layout *layout, const uint8_t *rec, size_t len, enum field_id field,
		 uint64_t *num);

/*
 * Is the item a value of the field? member is the last part of an open field (fields.h), NULL for
 * others. A field of a tracepoint matches tp.FIELD whatever its type is.
 */
bool find_matches(const struct item *item, enum field_id field, const char *member);

/* Get the text or bytes of a field. They point into rec. */
bool find_bytes(const struct layout *layout, const uint8_t *rec, size_t len, enum field_id field,
		const uint8_t **p, size_t *n);

#endif

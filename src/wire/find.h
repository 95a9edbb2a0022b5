/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_FIND_H
#define WIRE_FIND_H

#include "wire/decode.h"

/* Find one word of a record by a walk that stops there. */

/*
 * Get the number that a word has in a record; of a word in a list its first value. False: the
 * record has no such field.
 */
bool find_number(const struct layout *layout, const uint8_t *rec, size_t len, enum word word,
		 uint64_t *num);

/*
 * Is the item a value of the word? member is the last part of an open word (words.h), NULL for
 * others. A field of a tracepoint matches tp.FIELD whatever its type is.
 */
bool find_matches(const struct item *item, enum word word, const char *member);

/* Get the text or bytes of a word. They point into rec. */
bool find_bytes(const struct layout *layout, const uint8_t *rec, size_t len, enum word word,
		const uint8_t **p, size_t *n);

#endif

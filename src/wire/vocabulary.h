/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VOCABULARY_H
#define WIRE_VOCABULARY_H

#include "wire/schema.h"

/* What the record tables say about words: which are fields, and which records carry them. */

/* True for words that JSON and filters know: not counts, padding and other structure. */
bool vocabulary_is_field(enum word word);

/*
 * Append the names of the record types that carry a word, "all" for what every
 * record has, "kernel" for the sample_id trailer's. More than a few are cut with "...".
 */
void vocabulary_records(enum word word, struct buf *out);

#endif

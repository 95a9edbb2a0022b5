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

/*
 * Of a word that is only how a record counts (callchain.nr, raw.size): append the name of
 * what it counts. False: it is another kind of structure.
 */
bool vocabulary_counted(enum word word, struct buf *out);

/* True for words that are bits of misc: all records of a type and misc agree in them. */
bool vocabulary_of_misc(enum word word);

/* The value of such a word. False: the type's misc does not have it. */
bool vocabulary_misc_value(enum word word, uint32_t type, uint16_t misc, uint64_t *v);

/* Does a record have the inner word inside of the outer one, whatever their names say? */
bool vocabulary_nests(enum word outer, enum word inner);

/*
 * The word that a derived word is made of or needs (words.def); WORD_NONE: it is in the record, or
 * made of other things.
 */
enum word vocabulary_base(enum word word);

/* Can records of a type have a derived word, by the names of types that words.def has? */
bool vocabulary_may_have(enum word word, uint32_t type);

#endif

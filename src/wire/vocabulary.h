/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VOCABULARY_H
#define WIRE_VOCABULARY_H

#include "wire/schema.h"

/*
 * What the record tables tell about words: which of them are fields, and which records have them.
 */

/* Do JSON and filters know the word? They do not know counts, padding and other structure. */
bool vocabulary_is_field(enum word word);

/*
 * Append the names of the record types that have a word: "all" for words of every record, "kernel"
 * for those of the sample_id trailer. After a few names comes "...".
 */
void vocabulary_records(enum word word, struct buf *out);

/*
 * For a word that counts elements (callchain.nr, raw.size): append the name of what it counts.
 * False: the word is another kind of structure.
 */
bool vocabulary_counted(enum word word, struct buf *out);

/* Is the word a bit of misc? Then all records of a type and misc have the same value. */
bool vocabulary_of_misc(enum word word);

/* Get the value of a bit of misc. False: the type's misc does not have it. */
bool vocabulary_misc_value(enum word word, uint32_t type, uint16_t misc, uint64_t *v);

/* Does any record have the inner word inside of the outer one, whatever their names say? */
bool vocabulary_nests(enum word outer, enum word inner);

/*
 * The word that a derived word is made of or needs (words.def). WORD_NONE: the record has the word,
 * or it is made of other things.
 */
enum word vocabulary_base(enum word word);

/* Can records of a type have a derived word? words.def names their types. */
bool vocabulary_may_have(enum word word, uint32_t type);

#endif

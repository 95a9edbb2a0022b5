/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_VOCABULARY_H
#define WIRE_VOCABULARY_H

#include "wire/schema.h"

/*
 * Properties of fields that follow from the record tables: whether they are fields of filters, and
 * which records have them.
 */

/* Do JSON and filters know the field? They do not know counts, padding and other structure. */
bool vocabulary_is_field(enum field_id field);

/*
 * Append the names of the record types that have a field: "all" for fields of every record,
 * "kernel" for those of the sample_id trailer. After a few names comes "...".
 */
void vocabulary_records(enum field_id field, struct buf *out);

/*
 * For a field that counts elements (callchain.nr, raw.size): append the name of what it counts.
 * False: the field is another kind of structure.
 */
bool vocabulary_counted(enum field_id field, struct buf *out);

/* Is the field a bit of misc? Then all records of a type and misc have the same value. */
bool vocabulary_of_misc(enum field_id field);

/* Get the value of a bit of misc. False: the type's misc does not have it. */
bool vocabulary_misc_value(enum field_id field, uint32_t type, uint16_t misc, uint64_t *v);

/* Does any record have the inner field inside of the outer one, whatever their names say? */
bool vocabulary_nests(enum field_id outer, enum field_id inner);

/*
 * The field that a derived field is made of or needs (fields.def). FIELD_NONE: the record has the
 * field, or it is made of other things.
 */
enum field_id vocabulary_base(enum field_id field);

/* Can records of a type have a derived field? fields.def names their types. */
bool vocabulary_may_have(enum field_id field, uint32_t type);

#endif

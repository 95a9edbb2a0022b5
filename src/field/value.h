/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_VALUE_H
#define FIELD_VALUE_H

#include <string.h>

#include "field/field.h"
#include "recording/reader.h"
#include "wire/decode.h"

/*
 * Whole numbers, exact: a record has numbers of 64 bits, signed or unsigned; results computed from
 * them have 128 bits.
 */
typedef __int128 s128;

enum value_is {
	VALUE_ABSENT,
	VALUE_NUMBER,
	VALUE_TEXT,
	VALUE_BYTES,
	VALUE_THERE /* present, but with members, or not a whole number */
};

/*
 * The value that a field has in a row, or that a filter computes. Text and bytes are those of the
 * recording, not escaped. They belong to whatever returned the value, which documents how long they
 * stay valid.
 */
struct value {
	enum value_is is;
	bool in_record;	     /* of a derived field: this record has the value itself */
	enum field_id field; /* for value_text(): for tp.FIELD the id that the field has in this
			 * record */
	s128 num;
	const char *p; /* of a text or bytes, without a NUL at the end */
	size_t len;
};

/* The absent value of a field, as a getter expects it (field/getter.h). */
static inline struct value value_absent(enum field_id field)
{
	return (struct value){ .is = VALUE_ABSENT, .field = field };
}

static inline bool value_is_text(const struct value *v)
{
	return v->is == VALUE_TEXT || v->is == VALUE_BYTES;
}

/* The 64 bits of a number: sign-extended for signed fields. */
static inline uint64_t value_bits(const struct value *v)
{
	return (uint64_t)v->num;
}

/* The number of a field with these 64 bits. */
static inline s128 value_of_bits(enum field_id field, uint64_t bits)
{
	return field_info(field)->type == FT_SINT ? (s128)(int64_t)bits : (s128)bits;
}

static inline void value_set_number(struct value *v, bool has, uint64_t bits)
{
	v->is = has ? VALUE_NUMBER : VALUE_ABSENT;
	v->num = value_of_bits(v->field, bits);
}

static inline void value_set_text(struct value *v, const char *p, size_t len)
{
	v->is = field_info(v->field)->type == FT_BYTES ? VALUE_BYTES : VALUE_TEXT;
	v->p = p;
	v->len = len;
}

/* s NULL: the value stays absent. */
static inline void value_set_string(struct value *v, const char *s)
{
	if (s)
		value_set_text(v, s, strlen(s));
}

static inline uint64_t value_sign32(uint32_t v)
{
	return (uint64_t)(int64_t)(int32_t)v;
}

/*
 * The number, as bits, of a field that the index has for every row. *has: this row has one. Returns
 * false if the index does not have the field. Inline, because exports call it for each cell.
 */
static inline bool value_column(const struct row_info *info, enum field_id field, bool *has,
				uint64_t *bits)
{
	*has = true;
	switch (field) {
	case F_ordinal:
		*has = info->ordinal != ROW_NO_ORDINAL;
		*bits = info->ordinal;
		return true;
	case F_type:
		*bits = info->type;
		return true;
	case F_misc:
		*has = info->type != RECORD_DAMAGE;
		*bits = info->misc;
		return true;
	case F_cpumode:
		*has = record_has_cpumode(info->type);
		*bits = info->misc & 7;
		return true;
	case F_size:
		*bits = info->size;
		return true;
	case F_stream:
		*bits = info->stream;
		return true;
	case F_offset:
		*bits = info->offset;
		return true;
	case F_pid:
		*has = info->has_pid;
		*bits = value_sign32(info->pid);
		return true;
	case F_tid:
		*has = info->has_tid;
		*bits = value_sign32(info->tid);
		return true;
	case F_cpu:
		*has = info->has_cpu;
		*bits = value_sign32(info->cpu);
		return true;
	case F_time:
		*has = info->has_time;
		*bits = info->time;
		return true;
	default:
		return false;
	}
}

/* The same, as a struct value. */
static inline bool value_from_index(const struct row_info *info, enum field_id field,
				    struct value *v)
{
	uint64_t bits;
	bool has;

	if (!value_column(info, field, &has, &bits))
		return false;
	*v = value_absent(field);
	value_set_number(v, has, bits);
	return true;
}

/* When the value of a field in a record is known. */
enum value_when {
	VALUE_AT_ONCE, /* with the record */
	VALUE_OF_TASK, /* with the record, but later COMM and FORK records may change it */
	VALUE_REVISED, /* with the record, but later records of any type may change it */
	VALUE_MAPPED,  /* after all records: it depends on the mappings at that time */
	VALUE_AT_END   /* when the index is complete */
};

enum value_when value_when(enum field_id field);

/* Is there nothing to count before all records are known? */
static inline bool value_is_late(enum value_when when)
{
	return when >= VALUE_MAPPED;
}

/* When both values are known and will not change any more. */
enum value_when value_later(enum value_when a, enum value_when b);

/* The fields of times between records. Returns false for any other field. */
bool value_is_gap(enum field_id field, enum gap_of *of);

/* The value of an item of a walk. It stays valid as long as the item. */
static inline struct value value_of_item(const struct item *item)
{
	switch (item->type) {
	case FT_STR:
		return (struct value){ .is = VALUE_TEXT,
				       .field = item->field,
				       .p = (const char *)item->bytes,
				       .len = item->text_len };
	case FT_BYTES:
		return (struct value){ .is = VALUE_BYTES,
				       .field = item->field,
				       .p = (const char *)item->bytes,
				       .len = item->len };
	case FT_OBJECT:
	case FT_LIST:
	case FT_FLOAT:
		return (struct value){ .is = VALUE_THERE, .field = item->field };
	default:
		return (struct value){ .is = VALUE_NUMBER,
				       .field = item->field,
				       .num = value_of_bits(item->field, item->num) };
	}
}

/*
 * The value of a field, from the cheapest source: a column of the index, a getter, or a walk over
 * the record. For a list, this is the first value. The text may be in `room`, and stays valid until
 * the next use of `room` or of the reader.
 */
struct value value_get(struct reader *reader, const struct row_info *info, enum field_id field,
		       struct buf *room);
/* The same for a struct field. A list of numbers in a tracepoint is one text with all of them. */
struct value value_of_field(struct reader *reader, const struct row_info *info,
			    const struct field *field, struct buf *room);
/* Set *value to the value that the row's record itself has for value->field; for getters. */
void value_of_record(struct reader *reader, const struct row_info *info, struct value *value);

/*
 * Append the value as screens show it: names, hex, seconds; text is escaped. An absent value
 * appends nothing.
 */
void value_text(const struct value *value, enum field_id field, struct buf *out);

#endif

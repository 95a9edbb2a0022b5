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
 * The value that a word has in a row, or that a filter computes. Text and bytes are those of the
 * recording, not escaped. They belong to whatever returned the value, which documents how long they
 * stay valid.
 */
struct value {
	enum value_is is;
	bool in_record; /* of a derived word: this record has the value itself */
	enum word word; /* for value_text(): for tp.FIELD the word that the field has in this
			 * record */
	s128 num;
	const char *p; /* of a text or bytes, without a NUL at the end */
	size_t len;
};

/* The absent value of a word, as a getter expects it (field/getter.h). */
static inline struct value value_absent(enum word word)
{
	return (struct value){ .is = VALUE_ABSENT, .word = word };
}

static inline bool value_is_text(const struct value *v)
{
	return v->is == VALUE_TEXT || v->is == VALUE_BYTES;
}

/* The 64 bits of a number: sign-extended for signed words. */
static inline uint64_t value_bits(const struct value *v)
{
	return (uint64_t)v->num;
}

/* The number of a word with these 64 bits. */
static inline s128 value_of_bits(enum word word, uint64_t bits)
{
	return word_info(word)->type == WT_SINT ? (s128)(int64_t)bits : (s128)bits;
}

static inline void value_set_number(struct value *v, bool has, uint64_t bits)
{
	v->is = has ? VALUE_NUMBER : VALUE_ABSENT;
	v->num = value_of_bits(v->word, bits);
}

static inline void value_set_text(struct value *v, const char *p, size_t len)
{
	v->is = word_info(v->word)->type == WT_BYTES ? VALUE_BYTES : VALUE_TEXT;
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
 * The number, as bits, of a word that the index has for every row. *has: this row has one. Returns
 * false if the index does not have the word. Inline, because exports call it for each cell.
 */
static inline bool value_column(const struct row_info *info, enum word word, bool *has,
				uint64_t *bits)
{
	*has = true;
	switch (word) {
	case W_ordinal:
		*has = info->ordinal != ROW_NO_ORDINAL;
		*bits = info->ordinal;
		return true;
	case W_type:
		*bits = info->type;
		return true;
	case W_misc:
		*has = info->type != RECORD_DAMAGE;
		*bits = info->misc;
		return true;
	case W_cpumode:
		*has = record_has_cpumode(info->type);
		*bits = info->misc & 7;
		return true;
	case W_size:
		*bits = info->size;
		return true;
	case W_stream:
		*bits = info->stream;
		return true;
	case W_offset:
		*bits = info->offset;
		return true;
	case W_pid:
		*has = info->has_pid;
		*bits = value_sign32(info->pid);
		return true;
	case W_tid:
		*has = info->has_tid;
		*bits = value_sign32(info->tid);
		return true;
	case W_cpu:
		*has = info->has_cpu;
		*bits = value_sign32(info->cpu);
		return true;
	case W_time:
		*has = info->has_time;
		*bits = info->time;
		return true;
	default:
		return false;
	}
}

/* The same as a value. */
static inline bool value_from_index(const struct row_info *info, enum word word, struct value *v)
{
	uint64_t bits;
	bool has;

	if (!value_column(info, word, &has, &bits))
		return false;
	*v = value_absent(word);
	value_set_number(v, has, bits);
	return true;
}

/* When the value of a word in a record is known. */
enum value_when {
	VALUE_AT_ONCE, /* with the record */
	VALUE_REVISED, /* with the record, but later records may change it */
	VALUE_AT_END   /* after all records: it depends on the mappings at that time */
};

enum value_when value_when(enum word word);

/* The later of two. */
enum value_when value_later(enum value_when a, enum value_when b);

/* The words of times between records. Returns false for any other word. */
bool value_is_gap(enum word word, enum gap_of *of);

/* The value of an item of a walk. It stays valid as long as the item. */
static inline struct value value_of_item(const struct item *item)
{
	switch (item->type) {
	case WT_STR:
		return (struct value){ .is = VALUE_TEXT,
				       .word = item->word,
				       .p = (const char *)item->bytes,
				       .len = item->text_len };
	case WT_BYTES:
		return (struct value){ .is = VALUE_BYTES,
				       .word = item->word,
				       .p = (const char *)item->bytes,
				       .len = item->len };
	case WT_OBJECT:
	case WT_LIST:
	case WT_FLOAT:
		return (struct value){ .is = VALUE_THERE, .word = item->word };
	default:
		return (struct value){ .is = VALUE_NUMBER,
				       .word = item->word,
				       .num = value_of_bits(item->word, item->num) };
	}
}

/*
 * The value of a word, from the cheapest source: a column of the index, a getter, or a walk over
 * the record. Of a list it is the first one. The text may be in room, and stays valid until the
 * next use of room or of the reader.
 */
struct value value_get(struct reader *reader, const struct row_info *info, enum word word,
		       struct buf *room);
/* The same for a field. A list of numbers in a tracepoint is one text with all of them. */
struct value value_of_field(struct reader *reader, const struct row_info *info,
			    const struct field *field, struct buf *room);
/* Set *value to the value that the row's record itself has for value->word; for getters. */
void value_of_record(struct reader *reader, const struct row_info *info, struct value *value);

/*
 * Append the value as screens show it: names, hex, seconds; text is escaped. An absent value
 * appends nothing.
 */
void value_text(const struct value *value, enum word word, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_VALUE_H
#define QUERY_VALUE_H

#include <string.h>

#include "query/field.h"
#include "query/filter.h"
#include "recording/reader.h"

/*
 * The value that a word has in a row, by the cheapest way there is: a column of
 * the index, a name that is derived, or a walk over the record.
 */
struct value {
	bool has;
	bool is_number;
	bool in_record; /* of a derived word: this record tells it itself */
	enum word word; /* that value_text() wants: of tp.FIELD what it is in this record */
	uint64_t num;	/* sign-extended for signed words */
	/* Bytes of the recording, not escaped; good until the reader's or the value's next use. */
	struct {
		const char *p;
		size_t len;
	} text;
	struct buf room; /* for a text that is made */
};

#define VALUE_INIT                                                                                 \
	{                                                                                          \
		.room = BUF_INIT                                                                   \
	}

/* Make it the absent value of a word, as a getter wants it (query/getter.h). */
static inline void value_start(struct value *v, enum word word)
{
	buf_reset(&v->room);
	v->text.p = v->room.p;
	v->text.len = 0;
	v->has = v->is_number = v->in_record = false;
	v->word = word;
	v->num = 0;
}

static inline void value_set_number(struct value *v, bool has, uint64_t num)
{
	v->has = has;
	v->is_number = true;
	v->num = num;
}

static inline void value_set_text(struct value *v, const char *p, size_t len)
{
	v->has = true;
	v->is_number = false;
	v->text.p = p;
	v->text.len = len;
}

/* NULL: it is absent. */
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
 * A number that the index has for every row. False: the word is none of those. Here, because
 * exports want it for each cell.
 */
static inline bool value_from_index(const struct row_info *info, enum word word, struct value *v)
{
	switch (word) {
	case W_ordinal:
		value_set_number(v, info->ordinal != ROW_NO_ORDINAL, info->ordinal);
		return true;
	case W_type:
		value_set_number(v, true, info->type);
		return true;
	case W_misc:
		value_set_number(v, info->type != RECORD_DAMAGE, info->misc);
		return true;
	case W_cpumode:
		value_set_number(v, record_has_cpumode(info->type), info->misc & 7);
		return true;
	case W_size:
		value_set_number(v, true, info->size);
		return true;
	case W_stream:
		value_set_number(v, true, info->stream);
		return true;
	case W_offset:
		value_set_number(v, true, info->offset);
		return true;
	case W_pid:
		value_set_number(v, info->has_pid, value_sign32(info->pid));
		return true;
	case W_tid:
		value_set_number(v, info->has_tid, value_sign32(info->tid));
		return true;
	case W_cpu:
		value_set_number(v, info->has_cpu, value_sign32(info->cpu));
		return true;
	case W_time:
		value_set_number(v, info->has_time, info->time);
		return true;
	default:
		return false;
	}
}

/* When the value of a word in a record is known. */
enum value_when {
	VALUE_AT_ONCE, /* with the record */
	VALUE_REVISED, /* with the record, but those that come later may say something else */
	VALUE_AT_END   /* when all records are: it depends on what was mapped then */
};

enum value_when value_when(enum word word);

/* The last of two; of all that a filter asks for, NULL: there is none. */
enum value_when value_later(enum value_when a, enum value_when b);
enum value_when value_when_filter(const struct filter *filter);

/* The words of times between records. False: the word is none of them. */
bool value_is_gap(enum word word, enum gap_of *of);

/* The first value where the word stands in a list. */
void value_get(struct reader *reader, const struct row_info *info, enum word word,
	       struct value *value);
/* The same for a field. A list of numbers in a tracepoint is text: all of them. */
void value_of_field(struct reader *reader, const struct row_info *info, const struct field *field,
		    struct value *value);
/* What the row's record itself tells of value->word, for its getter. */
void value_of_record(struct reader *reader, const struct row_info *info, struct value *value);
void value_release(struct value *value);

/* Append the value for people: names, hex, seconds; text is escaped. Nothing when it is absent. */
void value_text(const struct value *value, enum word word, struct buf *out);

#endif

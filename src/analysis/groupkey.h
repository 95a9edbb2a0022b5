/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_GROUPKEY_H
#define ANALYSIS_GROUPKEY_H

#include "analysis/numeric_stats.h"
#include "field/row_values.h"

/*
 * The key of a group: the values of its fields, one after the other, as bytes. Different groups
 * have different keys, and the values can be read from the key.
 */
struct group_value {
	bool has; /* the rows have the field */
	bool is_number;
	enum field_id field; /* the meaning of the value: for tp.FIELD the type in the records */
	uint64_t num;	     /* sign-extended for signed fields */
	const char *text;    /* otherwise: text or bytes of the recording, not escaped */
	size_t len;
};

/* Append a value; NULL: the row lacks the field. */
void groupkey_add(struct buf *key, const struct row_value *value);

/*
 * Read the next value of a key; its text points into the key. Returns where the following value
 * begins.
 */
const char *groupkey_take(const char *p, struct group_value *value);

/* Compare two keys of n values: absent values first, then numbers, then text. */
int groupkey_compare(const char *a, const char *b, size_t n);

/*
 * Append a value as screens show it: names, hex, seconds; text is escaped. An absent value appends
 * nothing.
 */
void groupkey_text(const struct group_value *value, struct buf *out);

/* Return a number of a field, with its sign. */
static inline int128 groupkey_number(enum field_id field, uint64_t num)
{
	return field_info(field)->type == FT_SINT ? (int128)(int64_t)num : (int128)num;
}

#endif

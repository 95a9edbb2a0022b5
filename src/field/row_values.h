/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_ROW_VALUES_H
#define FIELD_ROW_VALUES_H

#include "base/vec.h"
#include "field/field.h"
#include "recording/reader.h"

/*
 * All values that several fields have in a row. One walk over the record serves all fields; a field
 * that the index has needs none. For one thread.
 */
struct row_values;

struct row_value {
	size_t field;	  /* number of its field */
	uint32_t element; /* its number in its list; 0 outside lists */
	enum field_id id; /* the field of the value */
	bool is_number;
	bool kept;	  /* row_values has a copy of the text */
	uint64_t num;	  /* sign-extended for signed fields */
	const char *text; /* otherwise: text or bytes of the recording, not escaped */
	size_t len;
};

struct row_value_list {
	VEC(struct row_value) values; /* those of a list in the order of its elements */
};

/* The n fields outlive it. */
struct row_values *row_values_open(struct reader *reader, const struct field *const *fields,
				   size_t n);
void row_values_close(struct row_values *row_values);

/*
 * The fields with an index of at least `first` are summed. A sample without a period has the period
 * of its event in such a field, as in perf, unless the event has a frequency. In other fields it is
 * absent.
 */
void row_values_fill_period(struct row_values *row_values, size_t first);

/* The values of a row. They stay valid until the next call, or the next call of the reader. */
const struct row_value_list *row_values_row(struct row_values *row_values,
					    const struct row_info *info);

/* The list that a field is in. FIELD_NONE: it is in none, or it is one element of a list. */
enum field_id row_values_list_of(const struct field *field);

#endif

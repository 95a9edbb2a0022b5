/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_GATHER_H
#define QUERY_GATHER_H

#include "base/vec.h"
#include "query/field.h"
#include "recording/reader.h"

/*
 * All values that some fields have in a row: one walk over the record for all of them,
 * none where the index has them. For one thread.
 */
struct gather;

struct gathered {
	size_t field;	  /* its place among the fields */
	uint32_t element; /* the number in its list; 0 outside of lists */
	enum word word;	  /* that the value reads as */
	bool is_number;
	bool kept;	  /* the text is one of the gather's */
	uint64_t num;	  /* sign-extended for signed words */
	const char *text; /* else: text or bytes of the recording, not escaped */
	size_t len;
};

struct gather_list {
	VEC(struct gathered) values; /* of each list in the order of its elements */
};

/* The fields (n of them) outlive it. */
struct gather *gather_open(struct reader *reader, const struct field *const *fields, size_t n);
void gather_close(struct gather *gather);

/*
 * The fields from a number on are added up: among them the period of a sample that does not tell
 * it is that of its event, as in perf, unless the event has a frequency. In others it is absent.
 */
void gather_fill_period(struct gather *gather, size_t first);

/* The values of a row, until the next call or the reader's. */
const struct gather_list *gather_row(struct gather *gather, const struct row_info *info);

/* The list that a field stands in; WORD_NONE: in none, or it is of one element. */
enum word gather_list_of(const struct field *field);

#endif

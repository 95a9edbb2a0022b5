/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FETCH_H
#define QUERY_FETCH_H

#include "query/field.h"
#include "recording/derived.h"
#include "recording/places.h"
#include "wire/decode.h"

/* Where the values of a field come from: the cheapest road there is. */
enum fetch_road {
	FETCH_COLUMN, /* a number that the index has for every row: value_from_index() */
	FETCH_DERIVE, /* what is around the record: value_get() */
	FETCH_RECORD  /* the record itself */
};

enum fetch_road fetch_road(const struct field *field);

enum {
	FETCH_MAX = 64 /* fields: one bit each */
};

/* The number that field i has in the row; whole: the bits of which it is some, 0 if it is all. */
typedef void fetch_number_fn(void *arg, size_t i, uint64_t num, uint64_t whole);

/*
 * The values that some fields have in a record, of those with FETCH_RECORD: loaded, where all of
 * them are numbers at places that are the same in all records of the kind; else told to a sink by
 * one walk for all of them, which ends where each has the one value that it can have. For one
 * thread. Zeroed but for what comes first, which outlives it; it has nothing to be released.
 */
struct fetch {
	struct reader *reader;
	struct sink *sink; /* asks fetch_wanted() of each item, and says fetch_took() */
	fetch_number_fn *number;
	void *arg;

	size_t n; /* fields */
	struct fetch_field {
		enum word word;
		size_t i;
	} fields[FETCH_MAX];
	bool placed;		     /* all of them may have a place */
	bool single;		     /* all of them have one value */
	size_t missing;		     /* of them, in this walk */
	struct derived_set derived;  /* words that the walk has to make, too */
	uint64_t wanted[WORD_COUNT]; /* bits: fields that an item of this word may be of */
	struct places places;
	struct layout layout; /* of the last row */
};

/* Add field i, below FETCH_MAX. */
void fetch_add(struct fetch *fetch, const struct field *field, size_t i);

/* Load, or tell the sink. */
void fetch_row(struct fetch *fetch, const struct row_info *info);

/* The fields that an item may be a value of, as bits. */
static inline uint64_t fetch_wanted(const struct fetch *fetch, const struct item *item)
{
	return item->element ? 0 : fetch->wanted[item->word];
}

/* A field has a value, which the sink has taken. */
static inline void fetch_took(struct fetch *fetch)
{
	fetch->missing--;
}

/* What the sink answers. */
static inline bool fetch_goes_on(const struct fetch *fetch)
{
	return !fetch->single || fetch->missing;
}

#endif

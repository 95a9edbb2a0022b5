/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_FETCH_H
#define FIELD_FETCH_H

#include "field/field.h"
#include "recording/derived.h"
#include "recording/row_record.h"

/*
 * The source from which fetch_row() and its callers get the values of a field: the cheapest one
 * that has them.
 */
enum fetch_source {
	FETCH_COLUMN, /* a number that the index has for every row: value_from_index() */
	FETCH_DERIVE, /* derived from the row and the records around it: value_get() */
	FETCH_RECORD  /* the bytes of the record */
};

enum fetch_source fetch_source(const struct field *field);

enum {
	FETCH_MAX = 64,	 /* fields: one bit each in fetch.wanted */
	FETCH_KINDS = 32 /* whose plans are kept, at most */
};

/*
 * Receives the number that field i has in the row. whole: the integer of which the number is a bit
 * field; 0: the number is no bit field.
 */
typedef void fetch_number_fn(void *arg, size_t i, uint64_t num, uint64_t whole);

/*
 * The numbers of several fields in the records of one type and layout, compiled once, with the
 * offset of each. A zeroed plan has no fields.
 */
struct fetch_plan {
	bool walk; /* some field needs a walk; then no field is loaded */
	uint8_t n;
	struct fetch_load {
		struct field_offset offset;
		uint8_t i;
	} loads[FETCH_MAX]; /* fields that such records have */
};

/* Add the field number i, less than FETCH_MAX, which has this offset. */
void fetch_plan_add(struct fetch_plan *plan, const struct field_offset *offset, size_t i);

/* Pass the numbers that a record of len bytes has to number(). The plan needs no walk. */
static inline void fetch_plan_load(const struct fetch_plan *plan, const struct layout *layout,
				   uint32_t type, const uint8_t *p, size_t len,
				   fetch_number_fn *number, void *arg)
{
	size_t end = field_offset_end(layout, type, len);

	for (unsigned k = 0; k < plan->n; k++) {
		const struct field_offset *place = &plan->loads[k].offset;
		uint64_t whole;

		if (end < (size_t)place->at + place->size)
			continue;
		whole = field_offset_number(place, layout->big, p);
		number(arg, plan->loads[k].i, field_offset_part(place, whole),
		       place->bits ? whole : 0);
	}
}

/*
 * Reads the values that several fields have in a record. All fields have the source FETCH_RECORD.
 * If each field is a number at an offset that is the same in all records of the kind, the numbers
 * are passed to number(). If all fields are made of one such number, the made items are passed to
 * the sink, without a walk. Otherwise one walk passes items to the sink; it ends when each field
 * has the one value that it can have. For one thread. The caller zeroes it and sets the members up
 * to arg, which outlive it; nothing has to be released.
 */
struct fetch {
	struct reader *reader;
	struct sink *sink; /* calls fetch_wanted() for each item, and fetch_took() */
	fetch_number_fn *number;
	void *arg;

	size_t n; /* number of fields */
	struct fetch_field {
		enum field_id field;
		size_t i;
	} fields[FETCH_MAX];
	bool placed;		    /* all of them may have a fixed offset */
	enum field_id base;	    /* all of them are made of this field, which may have a fixed
				      * offset */
	bool single;		    /* all of them have one value */
	size_t missing;		    /* fields without a value so far, in this walk */
	struct derived_set derived; /* fields that the walk has to make in addition */
	/* by field id: bits of the wanted fields whose value such an item may be */
	uint64_t wanted[FIELD_COUNT];
	struct field_offsets places;
	struct fetch_kind {
		bool used;
		size_t part;
		uint32_t type;
		uint16_t flags;
		int32_t layout;
		struct fetch_plan plan;
	} kinds[FETCH_KINDS];	  /* plans of the kinds of records, kept after the first use */
	struct row_record record; /* of the last row */
};

/* Add a field under the number i, less than FETCH_MAX. */
void fetch_add(struct fetch *fetch, const struct field *field, size_t i);

/* Load the values, or pass the items of the row's record to the sink. */
void fetch_row(struct fetch *fetch, const struct row_info *info);

/* The fields that an item may be a value of, as bits. */
static inline uint64_t fetch_wanted(const struct fetch *fetch, const struct item *item)
{
	return item->element ? 0 : fetch->wanted[item->field];
}

/* Note that the sink has taken the value of a field. */
static inline void fetch_took(struct fetch *fetch)
{
	fetch->missing--;
}

/* The return value of the sink: true while the walk has to continue. */
static inline bool fetch_needs_more(const struct fetch *fetch)
{
	return !fetch->single || fetch->missing;
}

#endif

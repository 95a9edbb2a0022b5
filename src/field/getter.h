/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_GETTER_H
#define FIELD_GETTER_H

#include <stdatomic.h>

#include "field/value.h"
#include "recording/notes.h"

/*
 * The fields of a row that are not in its bytes: the rows of wire/fields.def with the macro
 * DERIVED. Each row names a getter, which can be in any file of src/field or src/filter.
 */

/* The data that a getter reads, which determine the cost of its fields. */
enum getter_from {
	GETTER_FROM_KIND,   /* properties that all rows of a kind share */
	GETTER_FROM_COLUMN, /* only the row's time */
	GETTER_FROM_ROW,    /* the row and its neighbours in the index */
	GETTER_FROM_RECORD, /* the bytes of the record, or the data that follow it */
	GETTER_FROM_NOTES,  /* the user's notes and flags */
	GETTER_FROM_STATE   /* the mappings and the other state at the row's time, and symbols */
};

enum getter_json {
	GETTER_JSON_ALWAYS, /* out/json.c places it */
	GETTER_JSON_CHOSEN  /* only if the field was chosen */
};

struct stacktext;

/* What the getters of one thread share. For one row, zero it and set the reader and the room. */
struct getter_context {
	struct reader *reader;
	struct buf *room; /* for the texts that getters make; empty before each value */
	const char *of;	  /* for span.KIND.FIELD: the kind; NULL: any */
	/* it serves for many rows, so the members after this one are kept */
	bool keeps;
	const struct notes *notes;   /* the notes when the context was set up; NULL: none */
	const _Atomic bool *stop;    /* set to true to stop a getter; NULL: never */
	struct stacktext *stacks[2]; /* call stacks, without and with inlined functions; NULL:
				      * not read yet */
};

/*
 * Set the value of v->field, which must be absent. Its text is in c->room, or stays valid until
 * the next call of the reader.
 */
typedef void getter_fn(struct getter_context *c, const struct row_info *info, struct value *v);

struct getter {
	getter_fn *get;
	enum getter_from from;
	enum value_when when;
	enum getter_json json;
};

#define DERIVED(id, name, alias, type, form, names, tier, help, getter, ...) getter_fn getter;
#include "wire/fields.def"

/* get is NULL for fields that are not derived. */
extern const struct getter getters[FIELD_COUNT];

/* Returns NULL for a field that is not derived. */
static inline const struct getter *getter_of(enum field_id field)
{
	return getters[field].get ? &getters[field] : NULL;
}

/* Is the field derived, and from this source? */
static inline bool getter_is_from(enum field_id field, enum getter_from from)
{
	return getters[field].get && getters[field].from == from;
}

/* Is the field derived from all rows together? */
static inline bool getter_is_from_all(enum field_id field)
{
	return getter_is_from(field, GETTER_FROM_ROW) && getters[field].when == VALUE_AT_END;
}

/* Is the field a duration and not a time? */
static inline bool getter_is_duration(enum field_id field)
{
	return getters[field].get && getters[field].from > GETTER_FROM_COLUMN &&
	       field_info(field)->form == FF_TIME;
}

void getter_context_release(struct getter_context *c);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * The fields: each name that a user can see, once. A field can be a column of the list, a node
 * of the detail tree, a key in JSON and a word of the filter language. fields.def has the table of
 * all fields.
 */
enum field_id {
	FIELD_NONE,
#define FIELD(id, ...) F_##id,
#include "wire/fields.def"
	FIELD_COUNT
};

enum field_type {
	FT_UINT,
	FT_SINT,
	FT_BOOL,
	FT_FLOAT,
	FT_STR,	   /* text of the recording, which needs escapes */
	FT_BYTES,  /* shown as hex */
	FT_OBJECT, /* has members, named with a dot */
	FT_LIST	   /* any number of elements */
};

/* How a number is shown. */
enum field_form {
	FF_DEC,
	FF_HEX,
	FF_TIME, /* ns, shown as seconds with nine decimals */
	FF_SIZE, /* bytes */
	FF_ENUM, /* one of several names */
	FF_MASK	 /* any of several names */
};

struct names;

struct field_info {
	const char *name;
	const char *alias; /* a second name, or NULL */
	enum field_type type;
	enum field_form form;
	const struct names *names; /* for FF_ENUM and FF_MASK */
	uint8_t tier;		   /* cost of reading it, 0: index only */
	const char *help;
	/* Derived from the name by fields.c: */
	const char *key;      /* the part after the last dot if the field is a member */
	enum field_id parent; /* the object or list that this field is a member of */
	/* the prefix, if it is neither an object nor a list: an object in JSON, not in the tree */
	const char *group;
	uint8_t group_len;
	uint8_t quoted_len;
	const char *quoted; /* the key as JSON has it: "key": */
};

/* The table. It is complete once fields_ready is set. */
extern struct field_info fields_table[FIELD_COUNT];
extern _Atomic bool fields_ready;
void fields_init(void);

/* Information about a valid field. The first caller builds the table. */
static inline const struct field_info *field_info(enum field_id field)
{
	if (!atomic_load_explicit(&fields_ready, memory_order_acquire))
		fields_init();
	return &fields_table[field];
}

/* Does the field show a number as names? */
static inline bool field_has_names(const struct field_info *info)
{
	return info->form == FF_ENUM || info->form == FF_MASK;
}

static inline const char *field_id_name(enum field_id field)
{
	return field_info(field)->name;
}

/*
 * The field for a name or alias of len bytes, also through the prefixes stack., br. and mem.;
 * FIELD_NONE if there is none.
 */
enum field_id field_id_find(const char *name, size_t len);

/*
 * Suggest a field for an unknown name: a field that differs only in case, else the first field of
 * the group of that name (name, dot, ...), else the field with the most similar name, else the
 * field with the longest name with which the unknown name begins. FIELD_NONE: no field is similar.
 */
enum field_id field_suggest(const char *name);

/*
 * Is the last part of the field a placeholder for a name of the recording, which is the label of an
 * item: uregs.REG, iregs.REG, tp.FIELD, and fields derived from them?
 */
bool field_is_open(enum field_id field);

/* Is it tp.FIELD, or one of the ids that its values have by their type? */
static inline bool field_is_tp(enum field_id field)
{
	return field == F_tp_field || (field >= F_tp_uint && field <= F_tp_list);
}

/* Is it a field of the span that a record begins or ends: span.FIELD? */
static inline bool field_is_of_span(enum field_id field)
{
	return field >= F_span_kind && field <= F_span_begin;
}

/* Is the field inside a list, so that a record can have several values? */
bool field_in_list(enum field_id field);

/* Does a record have at most one value of the field? */
bool field_is_single(enum field_id field);

/* Does a number stand for "not known" (linux/perf_event.h, perf_branch_entry.cycles)? */
static inline bool field_says_unknown(enum field_id field, uint64_t num)
{
	return field == F_br_cycles && !num;
}

/* The type as text for the user: "uint", "string", ... */
const char *field_type_name(enum field_id field);
const char *field_unit(enum field_id field);

/*
 * Append a number as the screen shows it: names of enums and masks, hex, seconds. A value without a
 * name is shown as a number.
 */
void field_id_text(struct buf *buf, enum field_id field, uint64_t num);

#endif

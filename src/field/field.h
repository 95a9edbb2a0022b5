/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_FIELD_H
#define FIELD_FIELD_H

#include "base/buf.h"
#include "base/err.h"
#include "wire/fields.h"

/* How numbers of a field are made coarser for grouping. */
enum field_cut {
	FIELD_WHOLE,
	FIELD_MASKED, /* FIELD & WIDTH */
	FIELD_STEPS,  /* step(FIELD, WIDTH): the greatest multiple of the width that is not above
		       * the number */
	FIELD_LOG2    /* log2(FIELD): the power of two below it; 0 and negative numbers are
		       * unchanged */
};

/*
 * A field as a user names it: one of wire/fields.def; one whose last part is a name from the
 * recording (uregs.ax, tp.prev_comm); a member of one element of a list (brstack[0].from); or a
 * value of the span of one kind (span.syscall.dur).
 */
struct field {
	enum field_id id;
	enum field_cut cut;
	uint64_t width; /* of the cut */
	char *typed;	/* the width as the user typed it: 10ms, ~63; NULL: no cut has one */
	char *member;	/* ax, prev_comm, the kind of spans; NULL: the field is the whole name */
	bool indexed;	/* only one element of the field's list counts: */
	uint32_t index; /* its number */
};

struct item;

/*
 * Set the field from a name of len bytes; the caller releases it. Returns false for an unknown
 * name.
 */
bool field_find(struct field *field, const char *name, size_t len);
void field_release(struct field *field);

/*
 * Parse the names of at most max fields, with commas or blanks between them. The caller releases
 * the n fields with field_list_release(), also after an error. After ERR_PARSE, err has the
 * position in the list.
 */
int field_list_parse(const char *list, struct field *fields, size_t max, size_t *n,
		     struct err *err);
void field_list_release(struct field *fields, size_t n);

/*
 * Append "NAME is not a field; did you mean X?" for an unknown name. Returns false, and appends
 * nothing, if no field has a similar name.
 */
bool field_add_unknown(const char *name, size_t len, struct buf *out);

/* The same; if no field has a similar name, append where the names of fields are listed. */
void field_explain_unknown(const char *name, size_t len, struct buf *out);

/* Append the field's long name, with its cut in the form that fieldlist_parse() reads. */
void field_name(const struct field *field, struct buf *out);

/* Is it span.KIND.FIELD? Then member is the kind, and id is that of span.FIELD. */
static inline bool field_of_kind(const struct field *field)
{
	return field->member && field_is_of_span(field->id);
}

/* Is an item of a walk (wire/decode.h) a value of the field? */
bool field_matches(const struct field *field, const struct item *item);

/* Are the fields equal, whatever way they were typed? */
bool field_same(const struct field *a, const struct field *b);

/*
 * field_cut_number() returns the number that represents the group of num. field_cut_last() returns
 * the last number of the group that begins with `first` (not for FIELD_MASKED).
 */
uint64_t field_cut_number(const struct field *field, bool is_signed, uint64_t num);
uint64_t field_cut_last(const struct field *field, bool is_signed, uint64_t first);

#endif

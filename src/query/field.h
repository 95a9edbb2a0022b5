/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H

#include "base/buf.h"
#include "wire/words.h"

/* How numbers of a field are made coarser, where rows are put into groups. */
enum field_cut {
	FIELD_WHOLE,
	FIELD_MASKED, /* FIELD & WIDTH */
	FIELD_STEPS,  /* step(FIELD, WIDTH): the multiple of the width below it */
	FIELD_LOG2    /* log2(FIELD): the power of two below it; 0 and less as they are */
};

/*
 * A field as a user names it: a word, one of the words whose last part is a name of the
 * recording (uregs.ax, tp.prev_comm), or a member of one element of a list (brstack[0].from).
 */
struct field {
	enum word word;
	enum field_cut cut;
	uint64_t width; /* of the cut, */
	char *typed;	/* and as it was typed: 10ms, ~63; NULL: there is none */
	char *member;	/* ax, prev_comm; NULL: the word says it all */
	bool indexed;	/* the word is a member of a list, and of that only one element counts: */
	uint32_t index; /* this one */
};

struct item;

/* Fill in the field of a name (len bytes), which the caller releases. False: there is none. */
bool field_find(struct field *field, const char *name, size_t len);
void field_release(struct field *field);

/* Append of a name that is none: "NAME is not a field; did you mean X?". False: nothing is near. */
bool field_add_unknown(const char *name, size_t len, struct buf *out);

/* The same; where nothing is near, it says where the names of fields are. */
void field_explain_unknown(const char *name, size_t len, struct buf *out);

/* Append the field's long name, with its cut as fieldlist_parse() reads it. */
void field_name(const struct field *field, struct buf *out);

/* Is an item of a walk (wire/decode.h) a value of the field? */
bool field_matches(const struct field *field, const struct item *item);

/* Are they the same, however they were typed? */
bool field_same(const struct field *a, const struct field *b);

/* A number of the field as it is in a group, and the last that belongs to the same (not masked). */
uint64_t field_cut_number(const struct field *field, bool is_signed, uint64_t num);
uint64_t field_cut_last(const struct field *field, bool is_signed, uint64_t first);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H

#include "wire/words.h"

/*
 * A field as a user names it: a word, or one of the words whose last part is a name
 * of the recording (uregs.ax, tp.prev_comm).
 */
struct field {
	enum word word;
	char *member; /* ax, prev_comm; NULL: the word says it all */
};

/* Fill in the field of a name (len bytes), which the caller releases. False: there is none. */
bool field_find(struct field *field, const char *name, size_t len);
void field_release(struct field *field);

/* Append the field's long name. */
void field_name(const struct field *field, struct buf *out);

#endif

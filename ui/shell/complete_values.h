/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMPLETE_VALUES_H
#define SHELL_COMPLETE_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "recording/reader.h"
#include "wire/vocabulary.h"

/* Completions of the value of a field, for shell/complete.c. */

/* The word under the cursor, from start to end of the line. */
struct completion_place {
	struct reader *reader;
	const char *line;
	size_t start, end;
	bool quoted;		 /* the cursor is in a string, */
	size_t open;		 /* whose opening quote is here */
	enum field_id condition; /* offer conditions on this field, not its values alone */
};

/*
 * Offer the values that a field has in the recording, or can have; "$FIELD" for the value of the
 * record under the cursor.
 */
void complete_values_offer(const struct completion_place *p, enum field_id field);

/* Offer conditions for tasks and events whose names begin with the typed text. */
void complete_values_conditions(const struct completion_place *p);

/*
 * Offer types of records, those of the recording first; p->reader NULL: there is none. Offer
 * functions of files whose symbols were already read.
 */
void complete_values_types(const struct completion_place *p);
void complete_values_symbols(const struct completion_place *p);

/* Does a value need no quotes? */
bool complete_values_is_plain(const char *value);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMPLETE_H
#define SHELL_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "recording/reader.h"

/*
 * Completions of a line at the prompt: each one is passed to wordlist_offer(). start and end are
 * the word under the cursor, bytes of line.
 */

/*
 * In a filter that begins at byte from: fields; after a field its operators; after an operator
 * known values of the field.
 */
void complete_filter(struct reader *reader, const char *line, size_t from, size_t start,
		     size_t end);

/*
 * In a list of fields, or of types of records. Fields include those of each kind of spans: the
 * duration, or all if the name of the kind is typed.
 */
void complete_fields(struct recording *recording, const char *line, size_t start, size_t end);

/* Functions of filters, each followed by the text `behind`. */
void complete_functions(const char *line, size_t start, size_t end, const char *behind);
void complete_types(const char *line, size_t start, size_t end);

/* Functions of files whose symbols were read already. */
void complete_symbols(struct reader *reader, const char *line, size_t start, size_t end);

/* Choices of filter/shown_event.h. */
void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end);

/* One word with its help, if it begins with what was typed. */
void complete_word(const char *line, size_t start, size_t end, const char *word, const char *help);

/*
 * Append an explanation of the operator or value from start to end in such a filter. False: it is
 * neither.
 */
bool complete_explain(const char *line, size_t from, size_t start, size_t end, struct buf *out);

#endif

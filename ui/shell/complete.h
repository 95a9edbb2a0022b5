/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMPLETE_H
#define SHELL_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "recording/reader.h"

/*
 * Completions of a line at the prompt. Each function passes the possible words to wordlist_offer().
 * `start` and `end` are the places of the word under the cursor, in bytes of line.
 */

/*
 * In a filter that begins at byte from, offer fields, and conditions for the typed beginning of the
 * name of a task or an event. After a field, offer its operators; after an operator, known values
 * of the field.
 */
void complete_filter(struct reader *reader, const char *line, size_t from, size_t start,
		     size_t end);

/*
 * Offer fields, or types of records, for a list of them. The usual fields come first; fields that
 * are in no record come last. For each kind of spans, the fields include the duration. They include
 * all fields of a kind if its name is already typed.
 */
void complete_fields(struct reader *reader, const char *line, size_t start, size_t end);

/* Offer functions of filters, each followed by the text `behind`. */
void complete_functions(const char *line, size_t start, size_t end, const char *behind);
void complete_types(const char *line, size_t start, size_t end);

/* Offer functions of files whose symbols were already read. */
void complete_symbols(struct reader *reader, const char *line, size_t start, size_t end);

/* Offer the events that filter/shown_event.h lists. */
void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end);

/* Offer one word with its help, if it begins with the typed text. */
void complete_word(const char *line, size_t start, size_t end, const char *word, const char *help);

/*
 * Append an explanation of the operator or value from start to end in a filter. False: the word is
 * neither.
 */
bool complete_explain(const char *line, size_t from, size_t start, size_t end, struct buf *out);

#endif

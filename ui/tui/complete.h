/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_COMPLETE_H
#define TUI_COMPLETE_H

#include <stddef.h>

#include "recording/reader.h"

/*
 * What can stand at a place of a line that is typed at the prompt: each is given to
 * prompt_offer(). start and end are the word under the cursor, bytes of line.
 */

/* In a filter that begins at byte from: fields, and behind an operator the field's values. */
void complete_filter(struct reader *reader, const char *line, size_t from, size_t start,
		     size_t end);

/* In a list of fields, of types of records. */
void complete_fields(const char *line, size_t start, size_t end);

/* Functions of filters, each with what stands behind its name. */
void complete_functions(const char *line, size_t start, size_t end, const char *behind);
void complete_types(const char *line, size_t start, size_t end);

/* A choice of query/shown_event.h. */
void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end);

/* One word, if what was typed begins it. */
void complete_word(const char *line, size_t start, size_t end, const char *word);

#endif

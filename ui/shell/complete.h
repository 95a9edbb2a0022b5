/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SHELL_COMPLETE_H
#define SHELL_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "recording/reader.h"

/*
 * What can stand at a place of a line that is typed at the prompt: each is given to
 * wordlist_offer(). start and end are the word under the cursor, bytes of line.
 */

/*
 * In a filter that begins at byte from: fields, after one the operators that it is for, after those
 * the values that are known of it.
 */
void complete_filter(struct reader *reader, const char *line, size_t from, size_t start,
		     size_t end);

/*
 * In a list of fields, of types of records. Fields are also those of each kind of spans: the
 * duration, and all when the name of the kind is typed.
 */
void complete_fields(struct recording *recording, const char *line, size_t start, size_t end);

/* Functions of filters, each with what follows its name. */
void complete_functions(const char *line, size_t start, size_t end, const char *behind);
void complete_types(const char *line, size_t start, size_t end);

/* The functions of files whose symbols were read already. */
void complete_symbols(struct reader *reader, const char *line, size_t start, size_t end);

/* A choice of filter/shown_event.h. */
void complete_shown_event(struct recording *recording, const char *line, size_t start, size_t end);

/* One word with its help, if what was typed begins it. */
void complete_word(const char *line, size_t start, size_t end, const char *word, const char *help);

/*
 * Append what an operator or a value in such a filter is, from start to end. False: it is neither
 * that is known.
 */
bool complete_explain(const char *line, size_t from, size_t start, size_t end, struct buf *out);

#endif

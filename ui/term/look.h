/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_LOOK_H
#define TERM_LOOK_H

#include "base/buf.h"
#include "base/err.h"
#include "term/theme.h"

/*
 * Styles as people write them: red, bright-blue, 208, #ff8700, on-yellow, bold, joined by commas.
 */

/*
 * Read text from byte at on. sign:x sets *sign; it is an error if sign is NULL. Returns 0, or
 * ERR_PARSE with a column.
 */
int look_parse(const char *text, size_t at, struct theme_look *look, char *sign, struct err *err);

/* Append a look in the form that look_parse() reads. */
void look_add(const struct theme_look *look, struct buf *out);

/* Return the i-th name of a colour or attribute, for completion; NULL after the last one. */
const char *look_word(size_t i);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_LOOK_H
#define TERM_LOOK_H

#include "base/buf.h"
#include "base/err.h"
#include "term/theme.h"

/*
 * Looks as people write them: red, bright-blue, 208, #ff8700, on-yellow, bold, joined by commas.
 */

/*
 * Read text from byte at on; sign:x sets *sign, unless sign is NULL. 0, or ERR_PARSE with a column.
 */
int look_parse(const char *text, size_t at, struct theme_look *look, char *sign, struct err *err);

/* Append a look so that look_parse() reads it. */
void look_add(const struct theme_look *look, struct buf *out);

/* Names of colours and attributes for completion; NULL behind the last one. */
const char *look_word(size_t i);

#endif

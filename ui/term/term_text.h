/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERM_TEXT_H
#define TERM_TERM_TEXT_H

#include "base/buf.h"
#include "term/term.h"

/* A terminal that is a page of text: keeps the last grid drawn, has no keys. */
struct term *term_text_open(int rows, int cols);

void term_text_set_size(struct term *term, int rows, int cols);

/* The page as lines of text without blanks at their ends. */
void term_text_dump(struct term *term, struct buf *out);

/*
 * The page's styles: a letter for each cell as in styles.def, blanks and plain
 * cells at the ends of lines left out.
 */
void term_text_styles(struct term *term, struct buf *out);

#endif

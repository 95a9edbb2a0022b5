/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_TERM_TEXT_H
#define TERM_TERM_TEXT_H

#include "base/buf.h"
#include "term/term.h"

/* Open a terminal that is a page of text: it stores the last drawn grid, and has no keys. */
struct term *term_text_open(int rows, int cols);

void term_text_set_size(struct term *term, int rows, int cols);

/* Append the page as lines of text, without blanks at their ends. */
void term_text_dump(struct term *term, struct buf *out);

/*
 * Append the page's styles: a letter for each cell, as in styles.def, without plain blanks at the
 * ends of lines.
 */
void term_text_styles(struct term *term, struct buf *out);

#endif

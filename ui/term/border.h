/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_BORDER_H
#define TERM_BORDER_H

#include "term/surface.h"

/*
 * Lines between panes and around boxes. A border is a cell with STYLE_BORDER and a character that
 * draws lines.
 */

/* Draw a horizontal line over all columns of a row. */
void border_line(const struct surface *s, int row);

/* Connect each border to the lines that end next to it: it becomes a tee or a crossing. */
void border_join(const struct surface *s);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PICTURE_H
#define VIEWS_PICTURE_H

#include "base/buf.h"
#include "term/surface.h"
#include "term/theme.h"

/* Append a grid as lines with the escape sequences of its colours, as its grid->colours allow. */
void picture_ansi(const struct grid *grid, const struct theme *theme, struct buf *out);

/*
 * Append a grid as SVG: text has the width of its cells, whatever the font is, and blocks are
 * rectangles, so that nothing is cut and no gaps are between them.
 */
void picture_svg(const struct grid *grid, const struct theme *theme, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_PICTURE_H
#define VIEWS_PICTURE_H

#include "base/buf.h"
#include "term/surface.h"
#include "term/theme.h"

/* Append a grid as lines with escape sequences for as many colours as grid->colours. */
void picture_ansi(const struct grid *grid, const struct theme *theme, struct buf *out);

/*
 * Append a grid as SVG. Text has the width of its cells in any font, and blocks are rectangles, so
 * that nothing is cut and there are no gaps.
 */
void picture_svg(const struct grid *grid, const struct theme *theme, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEDIFF_H
#define WIDGETS_FRAMEDIFF_H

#include "base/buf.h"
#include "term/surface.h"

/*
 * The difference between frames of two recordings: the difference of their shares in percentage
 * points, as a style and as text.
 */

/* The style of a difference. A difference below the first step has no style of its own. */
enum style framediff_style(double points);

/* Append "+3.3" or "-12.0". Append nothing if the difference is 0.0. */
void framediff_add(double points, struct buf *out);

/*
 * Draw the meaning of the styles on a surface of one row. If there is too little room, the left
 * part is omitted.
 */
void framediff_legend(const struct surface *row);

#endif

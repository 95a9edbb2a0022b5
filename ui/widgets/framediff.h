/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAMEDIFF_H
#define WIDGETS_FRAMEDIFF_H

#include "base/buf.h"
#include "term/surface.h"

/*
 * How frames of two recordings differ: styles by the difference of their shares, in percentage
 * points, and these as text.
 */

/* The style of a difference; one below the first step is none. */
enum style framediff_style(double points);

/* Append "+3.3" or "-12.0"; nothing for a difference that is 0.0. */
void framediff_add(double points, struct buf *out);

/* Draw what the styles stand for on a surface of one row: as much as fits, from the right. */
void framediff_legend(const struct surface *row);

#endif

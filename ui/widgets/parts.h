/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_PARTS_H
#define WIDGETS_PARTS_H

#include "base/buf.h"
#include "term/surface.h"

/*
 * A line of text in parts. A screen without room for all of them shows those that matter most: all
 * of PARTS_MAIN, then PARTS_MORE, PARTS_LONG and PARTS_HINT.
 *
 * A part begins with its mark, which escaped text cannot have, and ends at the next mark. The text
 * before all marks is of PARTS_MAIN.
 */
#define PARTS_MAIN "\x01" /* cut at the end */
#define PARTS_MORE "\x02" /* whole, or not at all */
#define PARTS_LONG "\x03" /* names and conditions: cut at the end, unless very little has room */
#define PARTS_HINT "\x04" /* whole, or not at all: what other lines also show */

/* Draw what fits into width columns. Returns the column after it. */
int parts_draw(const struct surface *s, int row, int col, int width, enum style style,
	       const char *text);

/* The columns of the whole text. */
int parts_columns(const char *text);

/* Append the whole text without marks. */
void parts_add(const char *text, struct buf *out);

#endif

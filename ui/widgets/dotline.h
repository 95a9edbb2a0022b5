/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_DOTLINE_H
#define WIDGETS_DOTLINE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A line through a chart, in dots of braille: twice as many columns of dots as columns of
 * characters, and four times as many rows.
 */
enum {
	DOTLINE_ACROSS = 2,
	DOTLINE_UP = 4,
	DOTLINE_NONE = -1
};

/*
 * Return the character for a column and a row of characters, with rows counted from the bottom; 0:
 * the line does not touch it. heights has n heights in dots, one for each column of dots.
 * DOTLINE_NONE: there the line is interrupted. Otherwise, neighbouring heights are joined.
 */
uint32_t dotline_at(const int *heights, size_t n, size_t col, int row);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_COLOUR_H
#define TERM_COLOUR_H

#include <stdint.h>

/*
 * The 16 colours of a terminal's palette; DEFAULT is the terminal's own. Values up to 255 are the
 * 256 colours.
 */
enum colour {
	COLOUR_DEFAULT = -1,
	COLOUR_BLACK,
	COLOUR_RED,
	COLOUR_GREEN,
	COLOUR_YELLOW,
	COLOUR_BLUE,
	COLOUR_MAGENTA,
	COLOUR_CYAN,
	COLOUR_WHITE,
	COLOUR_BRIGHT_RED = 9,
	COLOUR_BRIGHT_YELLOW = 11,
	COLOUR_BRIGHT_BLUE = 12,
	COLOUR_BRIGHT_WHITE = 15,
	COLOUR_RGB = 1 << 24 /* plus 0xrrggbb */
};

enum {
	COLOURS_TRUE = 1 << 24 /* the number of colours of a terminal that accepts 0xrrggbb */
};

/* Return a colour as 0xrrggbb, with xterm's palette. Not for COLOUR_DEFAULT. */
uint32_t colour_rgb(int32_t colour);

/*
 * Return the nearest colour on a terminal with this number of colours. Below 256: one of 16.
 * COLOURS_TRUE: colours from 8 on become 0xrrggbb.
 */
int32_t colour_nearest(int32_t colour, int colours);

/* Replace one of the 16 colours if text in it is unreadable on a light background. */
int32_t colour_on_light(int32_t colour);

#endif

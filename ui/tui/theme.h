/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_THEME_H
#define TUI_THEME_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What a cell means, by name. Views choose a style; how it looks is the theme's
 * and how it is drawn is the back end's.
 */
enum style {
#define STYLE(id, ...) STYLE_##id,
#include "tui/styles.def"
	STYLE_COUNT
};

/* The 16 colours of a terminal's palette; DEFAULT is the terminal's own. */
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
	COLOUR_BRIGHT_YELLOW = 11,
	COLOUR_BRIGHT_WHITE = 15
};

enum {
	LOOK_BOLD = 1,
	LOOK_DIM = 2,
	LOOK_UNDERLINE = 4,
	LOOK_REVERSE = 8
};

struct theme_look {
	int16_t fg, bg; /* enum colour, or a colour of 256 */
	uint8_t attrs;	/* LOOK_ bits */
};

/* Styles that people make: STYLE_COUNT and up. */
#define THEME_OWN 16

/* What of the looks people choose. */
struct theme {
	int most;   /* colours that are used, -1: as many as the terminal has */
	bool light; /* the terminal's own background is */
	struct theme_look own[THEME_OWN];
};

/*
 * The look of a style (STYLE_COUNT + n: the n-th own one) on a terminal with that many colours:
 * 0 or 1 gives attributes alone; with 8 the bright colours become plain ones in bold, and with
 * less than 256 those of 256 the nearest of 16.
 */
struct theme_look theme_look(const struct theme *theme, unsigned style, int colours);

/* The letter of a style in a style map. */
char theme_letter(unsigned style);

#endif

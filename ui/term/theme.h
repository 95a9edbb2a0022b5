/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_THEME_H
#define TERM_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a cell means, by name. Views choose a style; how it looks is the theme's
 * and how it is drawn is the back end's.
 */
enum style {
#define STYLE(id, ...) STYLE_##id,
#include "term/styles.def"
	STYLE_COUNT
};

/* The 16 colours of a terminal's palette; DEFAULT is the terminal's own. Up to 255: the 256. */
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
	COLOUR_RGB = 1 << 24 /* and 0xrrggbb */
};

enum {
	THEME_TRUE_COLOURS = 1 << 24, /* that a terminal has which takes 0xrrggbb */
	THEME_EVENTS = STYLE_EVENT_7 - STYLE_EVENT_0 + 1,
	THEME_AMOUNTS = STYLE_SCALE_15 - STYLE_SCALE_0 + 1
};

enum {
	LOOK_BOLD = 1,
	LOOK_DIM = 2,
	LOOK_UNDERLINE = 4,
	LOOK_REVERSE = 8
};

struct theme_look {
	int32_t fg, bg; /* enum colour */
	uint8_t attrs;	/* LOOK_ bits */
};

/* Styles that people make: STYLE_COUNT and up. */
#define THEME_OWN 16
#define THEME_STYLES (STYLE_COUNT + THEME_OWN)

/* In the order of the words of :set theme. */
enum theme_name {
	THEME_AUTO, /* dark or light as the background is */
	THEME_DARK,
	THEME_LIGHT,
	THEME_HIGH_CONTRAST,
	THEME_TERMINAL, /* the terminal's 16 colours alone */
	THEME_NAMES
};

/* What of the looks people choose. */
struct theme {
	enum theme_name name;
	int most;   /* colours that are used, -1: as many as the terminal has */
	bool light; /* the terminal's own background is */
	struct theme_look own[THEME_OWN];
	struct {
		bool set;
		struct theme_look look;
	} chosen[STYLE_COUNT]; /* of :style, instead of the theme's */
};

/*
 * The look of a style (STYLE_COUNT + n: the n-th own one) on a terminal with that many colours:
 * 0 or 1 gives attributes alone; with 8 the bright colours become plain ones in bold, with less
 * than 256 those of 256 the nearest of 16, and with THEME_TRUE_COLOURS those from 8 on 0xrrggbb.
 */
struct theme_look theme_look(const struct theme *theme, unsigned style, int colours);

/* A colour as 0xrrggbb: those of the palette as xterm has them. Not for COLOUR_DEFAULT. */
uint32_t theme_rgb(int32_t colour);

/* The style of an event by its number, the same in all views. */
enum style theme_event(size_t event);

/*
 * That of an amount by its part of the most; STYLE_NORMAL: it is 0. Steps grow with the square of
 * their number, so that one large amount does not make all others look the same.
 */
enum style theme_amount(uint64_t value, uint64_t most);

/* The largest amount of a step (< THEME_AMOUNTS). */
uint64_t theme_amount_last(unsigned step, uint64_t most);

/* The name of a style in :style, such as frame-kernel; n: room, STYLE_NAME is enough. */
enum {
	STYLE_NAME = 24
};
void theme_style_name(enum style style, char *name);

/* The style of a name; STYLE_COUNT: there is none. */
enum style theme_style_find(const char *name, size_t len);

/* The letter of a style in a style map. */
char theme_letter(unsigned style);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_THEME_H
#define TERM_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/colour.h"

/*
 * The meaning of a cell. Views choose a style; the theme defines its look, and the back end draws
 * it.
 */
enum style {
#define STYLE(id, ...) STYLE_##id,
#include "term/styles.def"
	STYLE_COUNT
};

enum {
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

/* Styles made by the user are STYLE_COUNT and above. */
#define THEME_OWN 16
#define THEME_STYLES (STYLE_COUNT + THEME_OWN)

/* In the order of the words in :set theme. */
enum theme_name {
	THEME_AUTO, /* dark or light, depending on the background */
	THEME_DARK,
	THEME_LIGHT,
	THEME_HIGH_CONTRAST,
	THEME_TERMINAL, /* only the terminal's 16 colours */
	THEME_NAMES
};

/* The user's choices. */
struct theme {
	enum theme_name name;
	int most;   /* number of colours to use; -1: as many as the terminal has */
	bool light; /* the terminal has a light background */
	struct theme_look own[THEME_OWN];
	struct {
		bool set;
		struct theme_look look;
	} chosen[STYLE_COUNT]; /* by :style, instead of the theme's */
};

/*
 * Return the look of a style (STYLE_COUNT + n: the user's n-th) on a terminal with this number of
 * colours. 0 or 1: only attributes. 8: bright colours become plain ones in bold. Below 256: each of
 * the 256 colours becomes the nearest of 16. COLOURS_TRUE: colours from 8 on become 0xrrggbb.
 */
struct theme_look theme_look(const struct theme *theme, unsigned style, int colours);

/* Return the style of an event by its number, which is the same in all views. */
enum style theme_event(size_t event);

/*
 * Return the style of an amount by its part of the largest; STYLE_NORMAL: it is 0. Steps grow with
 * the square of their number, so that one large amount does not make all others look the same.
 */
enum style theme_amount(uint64_t value, uint64_t most);

/* Return the largest amount of a step (< THEME_AMOUNTS). */
uint64_t theme_amount_last(unsigned step, uint64_t most);

/*
 * Write the name of a style in :style, such as frame-kernel. n: size of the buffer; STYLE_NAME is
 * sufficient.
 */
enum {
	STYLE_NAME = 24
};
void theme_style_name(enum style style, char *name);

/* Find a style by name; STYLE_COUNT: there is none. */
enum style theme_style_find(const char *name, size_t len);

/* Return the letter of a style in a style map. */
char theme_letter(unsigned style);

#endif

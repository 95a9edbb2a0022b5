/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/theme.h"

static const struct {
	char letter;
	struct theme_look colour;
	uint8_t mono;
} theme_styles[STYLE_COUNT] = {
#define STYLE(id, letter, fg, bg, attrs, mono)                                                     \
	[STYLE_##id] = { letter, { COLOUR_##fg, COLOUR_##bg, attrs }, mono },
#include "tui/styles.def"
};

/* What cannot be read on a light background, and what is there instead. */
static int16_t on_light(int16_t fg)
{
	switch (fg) {
	case COLOUR_YELLOW:
	case COLOUR_BRIGHT_YELLOW:
		return COLOUR_MAGENTA;
	case COLOUR_CYAN:
		return COLOUR_BLUE;
	case COLOUR_BRIGHT_WHITE:
	case COLOUR_WHITE:
		return COLOUR_BLACK;
	default:
		return fg;
	}
}

/* One of the 16 for one of 256: those of the cube of 6x6x6 by which parts are strong, and greys. */
static int16_t of_16(int16_t colour)
{
	int n = colour - 16, r = n / 36, g = n / 6 % 6, b = n % 6;
	int most = r > g ? r : g;

	if (colour < 16)
		return colour;
	if (colour >= 232)
		return colour < 238   ? COLOUR_BLACK
		       : colour < 250 ? COLOUR_WHITE
				      : COLOUR_BRIGHT_WHITE;
	most = most > b ? most : b;
	if (!most)
		return COLOUR_BLACK;
	/* The bits of a colour are red, green, blue, bright. */
	return (int16_t)((2 * r >= most) | (2 * g >= most) << 1 | (2 * b >= most) << 2 |
			 (most > 3) << 3);
}

struct theme_look theme_look(const struct theme *theme, unsigned style, int colours)
{
	bool own = style >= STYLE_COUNT;
	struct theme_look look = own ? theme->own[style - STYLE_COUNT] : theme_styles[style].colour;

	if (colours < 8)
		return (struct theme_look){ COLOUR_DEFAULT, COLOUR_DEFAULT,
					    own ? look.attrs : theme_styles[style].mono };
	if (theme->light && !own && look.bg == COLOUR_DEFAULT)
		look.fg = on_light(look.fg);
	if (colours < 256) {
		look.fg = of_16(look.fg);
		look.bg = of_16(look.bg);
	}
	if (colours < 16 && look.fg >= 8) {
		look.fg = (int16_t)(look.fg - 8);
		look.attrs |= LOOK_BOLD;
	}
	if (colours < 16 && look.bg >= 8)
		look.bg = (int16_t)(look.bg - 8);
	return look;
}

char theme_letter(unsigned style)
{
	if (style < STYLE_COUNT)
		return theme_styles[style].letter;
	return "0123456789ABCDEF"[style - STYLE_COUNT];
}

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

struct theme_look theme_look(enum style style, int colours)
{
	struct theme_look look = theme_styles[style].colour;

	if (colours < 8)
		return (struct theme_look){ COLOUR_DEFAULT, COLOUR_DEFAULT,
					    theme_styles[style].mono };
	if (colours < 16 && look.fg >= 8) {
		look.fg = (int8_t)(look.fg - 8);
		look.attrs |= LOOK_BOLD;
	}
	if (colours < 16 && look.bg >= 8)
		look.bg = (int8_t)(look.bg - 8);
	return look;
}

char theme_letter(enum style style)
{
	return theme_styles[style].letter;
}

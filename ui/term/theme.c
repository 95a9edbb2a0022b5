/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/theme.h"

#include <ctype.h>
#include <string.h>

static const struct {
	const char *name;
	char letter;
	struct theme_look colour;
	uint8_t mono;
} theme_styles[STYLE_COUNT] = {
#define STYLE(id, letter, fg, bg, attrs, mono)                                                     \
	[STYLE_##id] = { #id, letter, { COLOUR_##fg, COLOUR_##bg, attrs }, mono },
#include "term/styles.def"
};

/* The changes that a theme makes. */
static const struct paint {
	bool set;
	struct {
		int16_t fg, bg;
	} in[THEME_TERMINAL];
} paints[STYLE_COUNT] = {
#define PAINT(id, dark, dark_bg, light, light_bg, high, high_bg)                                   \
	[STYLE_##id] = { true,                                                                     \
			 { [THEME_DARK] = { dark, dark_bg },                                       \
			   [THEME_LIGHT] = { light, light_bg },                                    \
			   [THEME_HIGH_CONTRAST] = { high, high_bg } } },
#include "term/themes.def"
};

static const struct {
	int16_t indexed; /* one of 256 colours */
	int32_t rgb;
} amounts[THEME_AMOUNTS] = {
#define AMOUNT(step, colour, rgb) [step] = { colour, COLOUR_RGB | (rgb) },
#include "term/themes.def"
};

/* ---- looks ---- */

/*
 * Return the theme that is drawn. Terminals with few colours only have the theme of their own
 * colours.
 */
static enum theme_name theme_of(const struct theme *theme, int colours)
{
	if (colours < 256)
		return THEME_TERMINAL;
	if (theme->name == THEME_AUTO)
		return theme->light ? THEME_LIGHT : THEME_DARK;
	return theme->name;
}

static bool is_light(const struct theme *theme)
{
	return theme->name == THEME_LIGHT ||
	       (theme->light && (theme->name == THEME_AUTO || theme->name == THEME_TERMINAL));
}

static struct theme_look amount_look(unsigned step, bool light, int colours)
{
	unsigned at = light ? THEME_AMOUNTS - 1 - step : step;
	struct theme_look look = { amounts[at].indexed, COLOUR_DEFAULT, 0 };

	if (colours >= COLOURS_TRUE)
		look.fg = amounts[at].rgb;
	return look;
}

/* Return the look with 8 or more colours, before it is adapted to the number of colours. */
static struct theme_look wanted_look(const struct theme *theme, enum style style, int colours)
{
	enum theme_name name = theme_of(theme, colours);
	const struct paint *paint = &paints[style];
	struct theme_look look = theme_styles[style].colour;

	if (theme->chosen[style].set)
		return theme->chosen[style].look;
	if (name == THEME_HIGH_CONTRAST)
		look.attrs &= (uint8_t)~LOOK_DIM;
	if (name != THEME_TERMINAL && style >= STYLE_SCALE_0 && style <= STYLE_SCALE_15)
		return amount_look((unsigned)(style - STYLE_SCALE_0), is_light(theme), colours);
	if (name != THEME_TERMINAL && paint->set) {
		look.fg = paint->in[name].fg;
		look.bg = paint->in[name].bg;
	} else if (is_light(theme) && look.bg == COLOUR_DEFAULT) {
		look.fg = colour_on_light(look.fg);
	}
	return look;
}

static uint8_t mono_attrs(const struct theme *theme, unsigned style)
{
	if (style >= STYLE_COUNT)
		return theme->own[style - STYLE_COUNT].attrs;
	return theme_styles[style].mono;
}

struct theme_look theme_look(const struct theme *theme, unsigned style, int colours)
{
	struct theme_look look;

	if (colours < 8)
		return (struct theme_look){ COLOUR_DEFAULT, COLOUR_DEFAULT,
					    mono_attrs(theme, style) };
	look = style >= STYLE_COUNT ? theme->own[style - STYLE_COUNT]
				    : wanted_look(theme, (enum style)style, colours);
	look.fg = colour_nearest(look.fg, colours);
	look.bg = colour_nearest(look.bg, colours);
	if (colours < 16 && look.fg >= 8) {
		look.fg -= 8;
		look.attrs |= LOOK_BOLD;
	}
	if (colours < 16 && look.bg >= 8)
		look.bg -= 8;
	return look;
}

/* ---- styles ---- */

enum style theme_event(size_t event)
{
	return (enum style)(STYLE_EVENT_0 + event % THEME_EVENTS);
}

uint64_t theme_amount_last(unsigned step, uint64_t most)
{
	unsigned __int128 part = (unsigned __int128)most * (step + 1) * (step + 1);

	return (uint64_t)(part / THEME_AMOUNTS / THEME_AMOUNTS);
}

enum style theme_amount(uint64_t value, uint64_t most)
{
	unsigned step = 0;

	if (!value || !most)
		return STYLE_NORMAL;
	while (step < THEME_AMOUNTS - 1 && value > theme_amount_last(step, most))
		step++;
	return (enum style)(STYLE_SCALE_0 + step);
}

void theme_style_name(enum style style, char *name)
{
	const char *p = theme_styles[style].name;

	for (; *p; p++)
		*name++ = *p == '_' ? '-' : (char)tolower((unsigned char)*p);
	*name = '\0';
}

enum style theme_style_find(const char *text, size_t len)
{
	char name[STYLE_NAME];
	unsigned style = 0;

	for (; style < STYLE_COUNT; style++) {
		theme_style_name((enum style)style, name);
		if (strlen(name) == len && !memcmp(name, text, len))
			break;
	}
	return (enum style)style;
}

char theme_letter(unsigned style)
{
	if (style < STYLE_COUNT)
		return theme_styles[style].letter;
	return "0123456789ABCDEF"[style - STYLE_COUNT];
}

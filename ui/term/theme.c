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
	} of[THEME_TERMINAL];
} paints[STYLE_COUNT] = {
#define PAINT(id, dark, dark_bg, light, light_bg, high, high_bg)                                   \
	[STYLE_##id] = { true,                                                                     \
			 { [THEME_DARK] = { dark, dark_bg },                                       \
			   [THEME_LIGHT] = { light, light_bg },                                    \
			   [THEME_HIGH_CONTRAST] = { high, high_bg } } },
#include "term/themes.def"
};

static const struct {
	int16_t of_256;
	int32_t rgb;
} amounts[THEME_AMOUNTS] = {
#define AMOUNT(step, colour, rgb) [step] = { colour, COLOUR_RGB | (rgb) },
#include "term/themes.def"
};

/* ---- colours ---- */

/* Colours of xterm. */
uint32_t theme_rgb(int32_t colour)
{
	static const uint32_t palette[16] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	};
	static const uint8_t parts[6] = { 0, 0x5f, 0x87, 0xaf, 0xd7, 0xff };
	uint32_t n = (uint32_t)colour - 16;

	if (colour & COLOUR_RGB)
		return (uint32_t)colour & 0xffffff;
	if (colour < 16)
		return palette[colour];
	if (colour >= 232)
		return (8 + 10 * ((uint32_t)colour - 232)) * 0x10101;
	return (uint32_t)parts[n / 36] << 16 | (uint32_t)parts[n / 6 % 6] << 8 | parts[n % 6];
}

/*
 * Return the distance of two colours, weighted by how strongly eyes perceive red, green and blue.
 */
static uint32_t distance(uint32_t a, uint32_t b)
{
	int red = (int)(a >> 16) - (int)(b >> 16);
	int green = (int)(a >> 8 & 0xff) - (int)(b >> 8 & 0xff);
	int blue = (int)(a & 0xff) - (int)(b & 0xff);

	return (uint32_t)(3 * red * red + 6 * green * green + 2 * blue * blue);
}

/* Return the nearest colour of the cube and the greys, which are the same on all terminals. */
static int32_t of_256(int32_t colour)
{
	int32_t best = 16;

	if (!(colour & COLOUR_RGB) || colour == COLOUR_DEFAULT)
		return colour;
	for (int32_t i = 17; i < 256; i++)
		if (distance(theme_rgb(i), theme_rgb(colour)) <
		    distance(theme_rgb(best), theme_rgb(colour)))
			best = i;
	return best;
}

/*
 * Return one of the 16 colours for one of 256: for colours of the 6x6x6 cube by their strong
 * components, and for greys.
 */
static int32_t of_16(int32_t colour)
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
	/* The bits of these colours are red, green, blue, bright. */
	return (2 * r >= most) | (2 * g >= most) << 1 | (2 * b >= most) << 2 | (most > 3) << 3;
}

/*
 * With true colours, the values 0 to 7 mean colours of the palette, so a black in 0xrrggbb form
 * must differ from them.
 */
static int32_t of_true(int32_t colour)
{
	int32_t rgb;

	if (colour < 8)
		return colour;
	rgb = (int32_t)theme_rgb(colour);
	return rgb < 8 ? 8 : rgb;
}

static int32_t of(int32_t colour, int colours)
{
	if (colours >= THEME_TRUE_COLOURS)
		return of_true(colour);
	colour = of_256(colour);
	return colours < 256 ? of_16(colour) : colour;
}

/* Replace colours that are unreadable on a light background. */
static int32_t on_light(int32_t fg)
{
	switch (fg) {
	case COLOUR_YELLOW:
	case COLOUR_BRIGHT_YELLOW:
		return COLOUR_MAGENTA;
	case COLOUR_CYAN:
	case COLOUR_BRIGHT_BLUE:
		return COLOUR_BLUE;
	case COLOUR_BRIGHT_RED:
		return COLOUR_RED;
	case COLOUR_BRIGHT_WHITE:
	case COLOUR_WHITE:
		return COLOUR_BLACK;
	default:
		return fg;
	}
}

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
	struct theme_look look = { amounts[at].of_256, COLOUR_DEFAULT, 0 };

	if (colours >= THEME_TRUE_COLOURS)
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
		look.fg = paint->of[name].fg;
		look.bg = paint->of[name].bg;
	} else if (is_light(theme) && look.bg == COLOUR_DEFAULT) {
		look.fg = on_light(look.fg);
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
	look.fg = of(look.fg, colours);
	look.bg = of(look.bg, colours);
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

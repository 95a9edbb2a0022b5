/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/colour.h"

/* Colours of xterm. */
uint32_t colour_rgb(int32_t colour)
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
static int32_t nearest_256(int32_t colour)
{
	int32_t best = 16;

	if (!(colour & COLOUR_RGB) || colour == COLOUR_DEFAULT)
		return colour;
	for (int32_t i = 17; i < 256; i++)
		if (distance(colour_rgb(i), colour_rgb(colour)) <
		    distance(colour_rgb(best), colour_rgb(colour)))
			best = i;
	return best;
}

/*
 * Return one of the 16 colours for one of 256: for colours of the 6x6x6 cube by their strong
 * components, and for greys.
 */
static int32_t nearest_16(int32_t colour)
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
static int32_t as_rgb(int32_t colour)
{
	int32_t rgb;

	if (colour < 8)
		return colour;
	rgb = (int32_t)colour_rgb(colour);
	return rgb < 8 ? 8 : rgb;
}

int32_t colour_nearest(int32_t colour, int colours)
{
	if (colours >= COLOURS_TRUE)
		return as_rgb(colour);
	colour = nearest_256(colour);
	return colours < 256 ? nearest_16(colour) : colour;
}

int32_t colour_on_light(int32_t colour)
{
	switch (colour) {
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
		return colour;
	}
}

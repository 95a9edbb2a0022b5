/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/shades.h"

uint32_t shade_of(bool ascii, uint64_t value, uint64_t most)
{
	static const uint32_t blocks[SHADES + 1] = { ' ', 0xb7, 0x2591, 0x2592, 0x2593, 0x2588 };
	static const char plain[SHADES + 1] = { ' ', '.', ':', 'o', 'O', '#' };
	unsigned level = 0;

	if (value)
		level = 1 + (unsigned)((unsigned __int128)(value - 1) * SHADES / (most ? most : 1));
	if (level > SHADES)
		level = SHADES;
	return ascii ? (unsigned char)plain[level] : blocks[level];
}

void shade_draw(const struct surface *s, int row, int col, uint64_t value, uint64_t most)
{
	enum style style = theme_amount(value, most);

	if (grid_has_halves(s->grid))
		surface_halves(s, row, col, 1, style, style);
	else
		surface_repeat(s, row, col, 1, STYLE_BAR, shade_of(s->grid->ascii, value, most));
}

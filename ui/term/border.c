/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/border.h"

enum {
	UP = 1,
	DOWN = 2,
	LEFT = 4,
	RIGHT = 8,
	SIDES = 16
};

/* The characters of borders, by the sides to which their lines go. */
static const uint32_t chars[SIDES] = {
	[UP | DOWN] = 0x2502,
	[LEFT | RIGHT] = 0x2500,
	[DOWN | RIGHT] = 0x250c,
	[DOWN | LEFT] = 0x2510,
	[UP | RIGHT] = 0x2514,
	[UP | LEFT] = 0x2518,
	[UP | DOWN | RIGHT] = 0x251c,
	[UP | DOWN | LEFT] = 0x2524,
	[LEFT | RIGHT | DOWN] = 0x252c,
	[LEFT | RIGHT | UP] = 0x2534,
	[UP | DOWN | LEFT | RIGHT] = 0x253c,
};

void border_line(const struct surface *s, int row)
{
	surface_repeat(s, row, 0, s->cols, STYLE_BORDER, chars[LEFT | RIGHT]);
}

/* Return the sides to which the line of a cell goes; 0: outside, or no border. */
static unsigned sides_at(const struct surface *s, int row, int col)
{
	const struct cell *cell;

	if (row < 0 || row >= s->rows || col < 0 || col >= s->cols)
		return 0;
	cell = grid_cell(s->grid, s->row + row, s->col + col);
	if (cell->style != STYLE_BORDER)
		return 0;
	if (s->grid->ascii)
		/* In ASCII, '+' is a joined cell already. */
		return cell->ch[0] == '-' ? LEFT | RIGHT : cell->ch[0] == '|' ? UP | DOWN : 0;
	for (unsigned sides = 1; sides < SIDES; sides++)
		if (chars[sides] == cell->ch[0])
			return sides;
	return 0;
}

void border_join(const struct surface *s)
{
	for (int row = 0; row < s->rows; row++) {
		for (int col = 0; col < s->cols; col++) {
			unsigned own = sides_at(s, row, col), sides = own;

			if (!own)
				continue;
			sides |= sides_at(s, row - 1, col) & DOWN ? UP : 0;
			sides |= sides_at(s, row + 1, col) & UP ? DOWN : 0;
			sides |= sides_at(s, row, col - 1) & RIGHT ? LEFT : 0;
			sides |= sides_at(s, row, col + 1) & LEFT ? RIGHT : 0;
			if (sides != own)
				surface_repeat(s, row, col, 1, STYLE_BORDER, chars[sides]);
		}
	}
}

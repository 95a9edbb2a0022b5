/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/dotline.h"

#define BRAILLE 0x2800

/* The dots of a character, from the bottom up. */
static const uint8_t dots[DOTLINE_ACROSS][DOTLINE_UP] = {
	{ 0x40, 0x04, 0x02, 0x01 },
	{ 0x80, 0x20, 0x10, 0x08 },
};

/* The dots of the line in a column: its height, and what joins it to the previous column. */
static void span_of(const int *heights, size_t at, int *low, int *high)
{
	int here = heights[at], before = at ? heights[at - 1] : DOTLINE_NONE;

	*low = *high = here;
	if (before == DOTLINE_NONE)
		return;
	if (before + 1 < here)
		*low = before + 1;
	if (before - 1 > here)
		*high = before - 1;
}

uint32_t dotline_at(const int *heights, size_t n, size_t col, int row)
{
	uint32_t found = 0;

	for (size_t i = 0; i < DOTLINE_ACROSS; i++) {
		size_t at = col * DOTLINE_ACROSS + i;
		int low, high;

		if (at >= n || heights[at] == DOTLINE_NONE)
			continue;
		span_of(heights, at, &low, &high);
		for (int k = 0; k < DOTLINE_UP; k++) {
			int height = row * DOTLINE_UP + k;

			if (height >= low && height <= high)
				found |= dots[i][k];
		}
	}
	return found ? BRAILLE + found : 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of braille dots. */
#include "widgets/dotline.h"

#include "tap.h"

#define N(a) (sizeof(a) / sizeof((a)[0]))

int main(void)
{
	static const int flat[] = { 0, 0, 3, 3, 4, 4 };
	static const int steep[] = { 1, 6, 6, 0 };
	static const int holes[] = { DOTLINE_NONE, 2, DOTLINE_NONE, DOTLINE_NONE, 7 };

	is_int(dotline_at(flat, N(flat), 0, 0), 0x28c0, "the lowest dots of a character");
	is_int(dotline_at(flat, N(flat), 1, 0), 0x280f, "the highest, joined to the lowest");
	is_int(dotline_at(flat, N(flat), 2, 0), 0, "another row has nothing");
	is_int(dotline_at(flat, N(flat), 2, 1), 0x28c0, "... it has the dots");
	is_int(dotline_at(steep, N(steep), 0, 0), 0x281c, "up: from the dot above the one before");
	is_int(dotline_at(steep, N(steep), 0, 1), 0x28b0, "... through the next row");
	is_int(dotline_at(steep, N(steep), 1, 1), 0x28a2, "down: in the column that is lower");
	is_int(dotline_at(steep, N(steep), 1, 0), 0x28b8, "... to its end");
	is_int(dotline_at(holes, N(holes), 0, 0), 0x2810, "nothing joins a hole");
	is_int(dotline_at(holes, N(holes), 1, 0), 0, "a hole is empty");
	is_int(dotline_at(holes, N(holes), 2, 1), 0x2801, "the last column of dots");
	is_int(dotline_at(holes, N(holes), 3, 0), 0, "beyond it there is nothing");
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/stackedbar.h"

#include "tap.h"

static struct grid grid;
static struct surface all;

/* Two parts in two cells: 3/4 and 1/4 of the bar. */
static const struct stackedbar_part parts[] = { { 3, STYLE_EVENT_0 }, { 1, STYLE_EVENT_1 } };

static void draw(int colours, bool ascii, unsigned eighths)
{
	grid.colours = colours;
	grid.ascii = ascii;
	surface_fill(&all, STYLE_NORMAL);
	stackedbar_draw(&all, 0, eighths, parts, 2);
}

static void is_cell(int row, uint32_t ch, enum style style, enum style back, const char *name)
{
	const struct cell *cell = grid_cell(&grid, row, 0);

	ok(cell->ch[0] == ch && cell->style == style && cell->back == back, "%s", name);
}

int main(void)
{
	grid_init(&grid, 2, 1, false);
	all = surface_all(&grid);
	draw(256, false, 16);
	is_cell(1, 0x2588, STYLE_EVENT_0, STYLE_NORMAL, "a part fills a cell");
	is_cell(0, 0x2584, STYLE_EVENT_0, STYLE_EVENT_1, "a cell has two parts");
	draw(256, false, 12);
	is_cell(0, 0x2584, STYLE_EVENT_1, STYLE_NORMAL, "the cell at the end has one part");
	draw(16, false, 15);
	is_cell(0, 0x2587, STYLE_EVENT_1, STYLE_NORMAL, "few colours: the larger part");
	draw(0, true, 4);
	is_cell(1, ':', STYLE_EVENT_0, STYLE_NORMAL, "ASCII");
	is_cell(0, ' ', STYLE_NORMAL, STYLE_NORMAL, "nothing is above the bar");
	grid_release(&grid);
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/border.h"

#include <locale.h>

#include "tap.h"
#include "term/term_text.h"

/* A box over panes, and a line below all of them. The text in row 0 looks like a line. */
static const char *drawn(bool ascii)
{
	static struct buf text = BUF_INIT;
	struct term *term = term_text_open(6, 9);
	struct surface all, box;
	struct grid grid;

	grid_init(&grid, 6, 9, ascii);
	all = surface_all(&grid);
	for (int row = 0; row < 6; row++)
		surface_put(&all, row, 2, STYLE_BORDER, "\u2502");
	border_line(&all, 3);
	surface_put(&all, 0, 3, STYLE_NORMAL, ascii ? "-" : "\u2500");
	box = surface_sub(&all, 1, 4, 5, 5);
	surface_fill(&box, STYLE_NORMAL);
	border_line(&box, 0);
	surface_put(&box, 0, 0, STYLE_BORDER, "\u250c");
	for (int row = 1; row < 4; row++)
		surface_put(&box, row, 0, STYLE_BORDER, "\u2502");
	box = surface_sub(&all, 5, 0, 1, 9);
	border_line(&box, 0);
	border_join(&all);
	term->ops->draw(term, &grid, (struct term_cursor){ 0, 0, false });
	buf_reset(&text);
	term_text_dump(term, &text);
	term->ops->close(term);
	grid_release(&grid);
	return text.p;
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	is_str(drawn(false),
	       "  │─\n"
	       "  │ ┌────\n"
	       "  │ │\n"
	       "──┼─┤\n"
	       "  │ │\n"
	       "──┴─┴────\n",
	       "lines are joined where they meet, text is left alone");
	is_str(drawn(true),
	       "  |-\n"
	       "  | +----\n"
	       "  | |\n"
	       "--+-+\n"
	       "  | |\n"
	       "--+-+----\n",
	       "... in ASCII");
	return done_testing();
}

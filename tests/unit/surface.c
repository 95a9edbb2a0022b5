/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/surface.h"

#include <locale.h>

#include "base/text.h"
#include "tap.h"
#include "term/term_text.h"

static struct grid grid;

static const char *screen(void)
{
	static struct buf text = BUF_INIT;
	static struct term *term;

	if (!term)
		term = term_text_open(grid.rows, grid.cols);
	term->ops->draw(term, &grid, (struct term_cursor){ 0, 0, false });
	buf_reset(&text);
	term_text_dump(term, &text);
	return text.p;
}

static void test_clip(void)
{
	struct surface all, part;

	grid_init(&grid, 3, 8, false);
	all = surface_all(&grid);
	surface_put(&all, 0, 5, STYLE_NORMAL, "abcdef");
	surface_put(&all, 1, -2, STYLE_NORMAL, "abcdef");
	surface_put(&all, 7, 0, STYLE_NORMAL, "below");
	surface_put(&all, -1, 0, STYLE_NORMAL, "above");
	is_str(screen(), "     abc\ncdef\n\n", "text is cut at the edges");
	part = surface_sub(&all, 1, 2, 9, 3);
	is_int(part.rows, 2, "a part ends where the whole does");
	surface_fill(&part, STYLE_NORMAL);
	surface_put(&part, 0, -1, STYLE_NORMAL, "0123456");
	is_str(screen(), "     abc\ncd123\n\n", "and nothing is drawn outside of it");
	part = surface_sub(&all, 5, 9, 2, 2);
	is_int(part.rows * part.cols, 0, "a part outside is empty");
	surface_put_left(&all, 2, 0, 4, STYLE_NORMAL, "abcdef");
	surface_put_right(&all, 2, 4, 4, STYLE_NORMAL, "xy");
	is_str(screen(), "     abc\ncd123\nabc…  xy\n", "columns");
	grid_release(&grid);
}

static const char *ends(int width, const char *text)
{
	struct surface all = surface_all(&grid);

	surface_fill(&all, STYLE_NORMAL);
	surface_put_ends(&all, 0, 1, width, STYLE_NORMAL, text);
	return screen();
}

static void test_ends(void)
{
	grid_init(&grid, 1, 9, false);
	is_str(ends(6, "abcdef"), " abcdef\n", "both ends: what has room");
	is_str(ends(6, "abcdefghi"), " abc…hi\n", "... what is cut");
	is_str(ends(5, "abcdefghi"), " ab…hi\n", "... in an odd width");
	is_str(ends(2, "abcdefghi"), " a…\n", "... in two columns");
	is_str(ends(1, "abcdefghi"), " …\n", "... in one");
	is_str(ends(0, "abcdefghi"), "\n", "... in none");
	is_str(ends(20, "abcdefghi"), " abcd…ghi\n", "... at the edge of the screen");
	is_str(ends(5, "\u65e5\u672c\u65e5\u672c"), " \u65e5…\u672c\n", "... wide characters");
	is_str(ends(6, "\u65e5\u672c\u65e5\u672c"), " \u65e5 …\u672c\n",
	       "... of which no half is there");
	is_str(ends(4, "abcde\u0301"), " ab…e\u0301\n", "... and combining ones");
	grid_release(&grid);
}

static void test_wide(void)
{
	struct surface all, part;

	grid_init(&grid, 1, 6, false);
	all = surface_all(&grid);
	is_int(surface_put(&all, 0, 0, STYLE_NORMAL, "\u65e5\u672c"), 4,
	       "wide characters take two");
	is_int(grid_cell(&grid, 0, 1)->cols, 0, "the second cell is the first one's half");
	surface_put(&all, 0, 1, STYLE_NORMAL, "x");
	is_str(screen(), " x\u672c\n", "overwriting half of one removes the other half");
	surface_put(&all, 0, 5, STYLE_NORMAL, "\u65e5");
	is_str(screen(), " x\u672c\n", "half of one at the edge is a blank");
	surface_put(&all, 0, 4, STYLE_NORMAL, "e\u0301!");
	is_str(screen(), " x\u672ce\u0301!\n", "combining characters join what they follow");
	surface_put(&all, 0, 0, STYLE_NORMAL, "\u0301");
	is_str(screen(), "\ufffdx\u672ce\u0301!\n", "but not what another text left there");
	part = surface_sub(&all, 0, 1, 1, 0);
	surface_put(&part, 0, -1, STYLE_NORMAL, "\u65e5");
	is_str(screen(), "\ufffdx\u672ce\u0301!\n", "half of one needs a column, too");
	grid_release(&grid);
}

static void test_refuse(void)
{
	struct surface all;

	grid_init(&grid, 1, 8, false);
	all = surface_all(&grid);
	surface_put(&all, 0, 0, STYLE_NORMAL, "a\033[1m\x9b\u202e\t");
	is_str(screen(), "a\ufffd[1m\ufffd\ufffd\ufffd\n",
	       "nothing that a terminal acts on gets in");
	grid.ascii = true;
	surface_fill(&all, STYLE_NORMAL);
	surface_put(&all, 0, 0, STYLE_NORMAL, "\u2500\u2502\u253c\u2026\u00e9\u65e5e\u0301");
	is_str(screen(), "-|+~??e?\n", "ASCII only, where that is asked for");
	grid_release(&grid);
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_clip();
	test_ends();
	test_wide();
	test_refuse();
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/scale.h"

#include "tap.h"
#include "term/term_text.h"

#define BETWEEN "       |\n       |\n       |\n"

static void test_steps(void)
{
	is_int(scale_step(100, 10), 10, "ten steps");
	is_int(scale_step(110, 10), 20, "one more is too much");
	is_int(scale_step(0, 4), 1, "nothing");
	is_int(scale_step(7, 2), 5, "five");
	ok(UINT64_MAX / scale_step(UINT64_MAX, 4) <= 10, "the longest span");
}

static void test_heights(void)
{
	struct scale linear = { 0, 1000, false, false }, log = { 1, 1 << 20, true, false };
	struct scale none = { 5, 5, false, false }, below = { -100, 100, true, false };

	is_int(scale_height(&linear, 10, 0), 0, "the least is at the bottom");
	is_int(scale_height(&linear, 10, 1000), 79, "the greatest at the top");
	is_int(scale_height(&linear, 10, 500), 40, "the half in the middle");
	is_int(scale_height(&linear, 10, 5000), 79, "more is at the top");
	is_int(scale_height(&linear, 10, -1), 0, "less at the bottom");
	is_int(scale_height(&log, 10, 1 << 10), 40, "the middle of a logarithm");
	is_int(scale_height(&none, 10, 5), 0, "one number");
	is_int(scale_height(&below, 10, -100), 0, "a logarithm from below 0");
}

static const char *drawn(const struct scale *scale, int rows, int cols)
{
	static struct buf text = BUF_INIT;
	struct term *term = term_text_open(rows, cols);
	struct surface all;
	struct grid grid;

	grid_init(&grid, rows, cols, true);
	all = surface_all(&grid);
	scale_draw(scale, &all, 0, rows);
	term->ops->draw(term, &grid, (struct term_cursor){ 0, 0, false });
	buf_reset(&text);
	term_text_dump(term, &text);
	term->ops->close(term);
	grid_release(&grid);
	return text.p;
}

static void test_draw(void)
{
	struct scale count = { 0, 2100000, false, false }, time = { 0, 1300, false, true };
	struct scale log = { 1, 1000, true, false }, negative = { -50, 50, false, false };
	struct scale whole = { -((int128)1 << 100), (int128)1 << 100, false, false };

	is_str(drawn(&count, 9, 40), "    2 M+\n" BETWEEN "    1 M+\n" BETWEEN "      0+\n",
	       "numbers with units");
	is_str(drawn(&time, 5, 40), "       |\n   1 us+\n       |\n       |\n      0+\n", "times");
	is_str(drawn(&log, 7, 40),
	       "    1 k+\n       |\n    100+\n       |\n     10+\n       |\n      1+\n",
	       "powers of ten");
	is_str(drawn(&negative, 9, 40), "     50+\n" BETWEEN "      0+\n" BETWEEN "    -50+\n",
	       "below 0");
	ok(drawn(&whole, 5, 40) != NULL, "the widest scale");
	is_str(drawn(&count, 3, 39), "\n\n\n", "no room");
}

int main(void)
{
	test_steps();
	test_heights();
	test_draw();
	return done_testing();
}

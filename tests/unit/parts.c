/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/parts.h"

#include "tap.h"
#include "term/term_text.h"

static const char line[] = "all" PARTS_HINT " (hint)" PARTS_MAIN ": 5" PARTS_MORE
			   ", sorted by name" PARTS_MAIN PARTS_LONG " where tid == 7" PARTS_HINT
			   "!";
static int end;

/* A text in a number of columns, with a bar where its end is. */
static const char *drawn(const char *text, int width)
{
	static struct buf screen = BUF_INIT;
	struct term *term = term_text_open(1, 60);
	struct surface all;
	struct grid grid;

	grid_init(&grid, 1, 60, false);
	all = surface_all(&grid);
	end = parts_draw(&all, 0, 1, width, STYLE_NORMAL, text);
	surface_put(&all, 0, end, STYLE_NORMAL, "|");
	term->ops->draw(term, &grid, (struct term_cursor){ 0, 0, false });
	buf_reset(&screen);
	term_text_dump(term, &screen);
	term->ops->close(term);
	grid_release(&grid);
	return screen.p;
}

int main(void)
{
	struct buf whole = BUF_INIT;

	is_str(drawn(line, 45), " all (hint): 5, sorted by name where tid == 7!|\n", "all parts");
	is_int(parts_columns(line), 45, "... have these columns");
	parts_add(line, &whole);
	is_str(whole.p, "all (hint): 5, sorted by name where tid == 7!", "... and this text");
	is_str(drawn(line, 44), " all (hint): 5, sorted by name where tid == 7|\n",
	       "what matters least has no room");
	is_str(drawn(line, 38), " all: 5, sorted by name where tid == 7!|\n",
	       "a hint without room leaves it to a shorter one");
	is_str(drawn(line, 36), " all: 5, sorted by name where tid ==…|\n", "a condition is cut");
	is_str(drawn(line, 31), " all (hint): 5, sorted by name!|\n",
	       "... or left out, if very little of it has room");
	is_str(drawn(line, 21), " all: 5 where tid == 7|\n", "other parts are not cut");
	is_str(drawn(line, 7), " all: 5!|\n", "... nor are hints");
	is_str(drawn(line, 5), " all:…|\n", "what always matters is cut last");
	is_str(drawn(line, 0), " |\n", "without room there is nothing");
	is_str(drawn("a b", 9), " a b|\n", "a text without marks is one part");
	is_str(drawn("", 9), " |\n", "an empty text has none");
	buf_release(&whole);
	return done_testing();
}

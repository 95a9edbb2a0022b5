/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table.h"

#include "tap.h"

/* The text of a cell grows with each request, as when better names become known. */
static size_t asked;

static uint64_t count(const struct view_table *vt)
{
	(void)vt;
	return 1;
}

static void cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	(void)vt;
	(void)row;
	if (column)
		buf_adds(out, "end");
	else
		buf_fill(out, 'x', 3 * ++asked);
}

static void test_text(bool right)
{
	const struct table_column columns[] = { { "a", right, 0, 0 }, { "b", false, 0, 0 } };
	const struct table_ops ops = {
		.name = "the test", .n = 2, .columns = columns, .count = count, .cell = cell
	};
	struct view_table vt;
	struct buf text = BUF_INIT;

	asked = 0;
	view_table_init(&vt, NULL, &ops);
	vt.vops.text(&vt.view, &text);
	is_str(text.p, right ? "  a  b\nxxxxxx  end\n" : "a    b\nxxxxxx  end\n",
	       right ? "... on the right" : "a name that comes while the page is written");
	buf_release(&text);
}

static const char *const numbers[] = { "1234.5", "-12", "0.25", "-", ">5000" };

static uint64_t count_numbers(const struct view_table *vt)
{
	(void)vt;
	return sizeof(numbers) / sizeof(numbers[0]);
}

static void number_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	(void)vt;
	buf_adds(out, column ? "end" : numbers[row]);
}

/* People read digits in groups, and numbers below each other; programs read them as they are. */
static void test_digits(bool batch, const char *want)
{
	const struct table_column columns[] = { { "n", true, .digits = true }, { "b", false } };
	const struct table_ops ops = { .name = "the test",
				       .n = 2,
				       .columns = columns,
				       .count = count_numbers,
				       .cell = number_cell };
	struct tui_options options = { .batch = batch };
	struct app app = { .opt = &options };
	struct view_table vt;
	struct buf text = BUF_INIT;

	view_table_init(&vt, &app, &ops);
	vt.vops.text(&vt.view, &text);
	is_str(text.p, want, batch ? "numbers for a program" : "numbers for people");
	buf_release(&text);
}

int main(void)
{
	test_digits(false, "        n  b\n"
			   " 1 234.5   end\n"
			   "   -12     end\n"
			   "     0.25  end\n"
			   "     -     end\n"
			   ">5 000     end\n");
	test_digits(true, "     n  b\n"
			  "1234.5  end\n"
			  "   -12  end\n"
			  "  0.25  end\n"
			  "     -  end\n"
			  " >5000  end\n");
	test_text(false);
	test_text(true);
	return done_testing();
}

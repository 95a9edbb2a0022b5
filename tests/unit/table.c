/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/table.h"

#include "tap.h"

/* Each time a cell is asked for, its name is longer, as if better names came. */
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

int main(void)
{
	test_text(false);
	test_text(true);
	return done_testing();
}

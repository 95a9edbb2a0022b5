/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/chips.h"

#include "tap.h"

static const struct {
	const char *expr;
	size_t n;
	const char *last;
} splits[] = {
	{ "", 0, NULL },
	{ "   ", 0, NULL },
	{ " pid == 1 ", 1, "pid == 1" },
	{ "pid == 1 and tid == 2", 2, "tid == 2" },
	{ "pid == 1&&tid == 2 and cpu", 3, "cpu" },
	{ "not pid == 1 and not cpu", 2, "not cpu" },
	{ "comm == \"a and \\\" b\" and cpu", 2, "cpu" },
	{ "comm == 'a and \"' and cpu", 2, "cpu" },
	{ "(a and b) and br[x and y]", 2, "br[x and y]" },
	{ "pid in {1, 2} and band", 2, "band" },
	{ "a or b and c", 1, "a or b and c" },
	{ "(a or b) and c", 2, "c" },
	{ "comm == \"unfinished and", 1, "comm == \"unfinished and" },
	{ "a ) and (b", 1, "a ) and (b" },
};

static void test_split(void)
{
	for (size_t i = 0; i < sizeof(splits) / sizeof(splits[0]); i++) {
		struct chips chips = { .off = false };

		chips_set(&chips, splits[i].expr);
		is_uint(chips.list.n, splits[i].n, "parts of '%s'", splits[i].expr);
		if (chips.list.n)
			is_str(chips.list.v[chips.list.n - 1], splits[i].last, "the last of them");
		chips_release(&chips);
	}
}

static void test_build(void)
{
	struct chips chips = { .off = false }, copy = { .off = false };
	struct buf text = BUF_INIT;

	chips_set(&chips, "pid == 1 or pid == 2");
	ok(chips_add(&chips, "cpu == 3"), "a condition is added");
	ok(!chips_add(&chips, "cpu == 3"), "but not twice");
	chips_text(&chips, &text);
	is_str(text.p, "(pid == 1 or pid == 2) and cpu == 3", "or needs parentheses beside and");
	chips_set(&copy, text.p);
	is_uint(copy.list.n, 2, "the text comes apart into the same parts");
	chips_copy(&copy, &chips);
	ok(chips_drop(&chips) && chips.list.n == 1, "the last one is dropped");
	buf_reset(&text);
	chips_text(&chips, &text);
	is_str(text.p, "pid == 1 or pid == 2", "one alone needs none");
	ok(chips_drop(&chips) && !chips_drop(&chips), "until there is none");
	is_uint(copy.list.n, 2, "a copy is a copy");
	chips_release(&chips);
	chips_release(&copy);
	buf_release(&text);
}

int main(void)
{
	test_split();
	test_build();
	return done_testing();
}

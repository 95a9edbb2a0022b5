/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/chips.h"

#include <string.h>

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
			is_str(chips.list.v[chips.list.n - 1].text, splits[i].last,
			       "the last of them");
		chips_release(&chips);
	}
}

static void is_text(const struct chips *chips, const char *want, const char *name)
{
	struct buf text = BUF_INIT;

	chips_text(chips, &text);
	is_str(text.p, want, "%s", name);
	buf_release(&text);
}

static void test_build(void)
{
	struct chips chips = { .off = false };

	chips_set(&chips, "pid == 1 or pid == 2");
	ok(chips_add(&chips, "cpu == 3"), "a condition is added");
	ok(!chips_add(&chips, "cpu == 3"), "but not twice");
	is_text(&chips, "(pid == 1 or pid == 2) and cpu == 3", "or needs parentheses beside and");
	ok(chips_drop(&chips) && chips.list.n == 1, "the last one is dropped");
	is_text(&chips, "pid == 1 or pid == 2", "one alone needs none");
	ok(chips_drop(&chips) && !chips_drop(&chips), "until there is none");
	chips_release(&chips);
}

static void test_single(void)
{
	struct chips chips = { .off = false };

	chips_set(&chips, "a and b or c");
	chips_add(&chips, "d");
	chips_add(&chips, "e");
	chips.list.v[1].off = true;
	is_text(&chips, "(a and b or c) and e", "one that is off does not count");
	chips_set(&chips, "f and g");
	is_text(&chips, "f and g", "others take the place of those that were on");
	is_uint(chips.list.n, 3, "what was off stays");
	ok(chips.list.v[0].off && !strcmp(chips.list.v[0].text, "d"), "... as it was");
	ok(!chips_add(&chips, "d") && !chips.list.v[0].off, "to add it turns it on");
	chips_replace(&chips, 1, " h ");
	is_text(&chips, "d and h and g", "one is changed");
	chips_replace(&chips, 1, " ");
	is_text(&chips, "d and g", "without text it is gone");
	chips_remove(&chips, 0);
	is_text(&chips, "g", "the first one is removed");
	chips.off = true;
	chips_clear(&chips);
	ok(!chips.list.n && !chips.off, "all are removed");
	chips_release(&chips);
}

int main(void)
{
	test_split();
	test_build();
	test_single();
	return done_testing();
}

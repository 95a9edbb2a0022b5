/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/conditions.h"

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
		struct conditions conditions = { .off = false };

		conditions_set(&conditions, splits[i].expr);
		is_uint(conditions.list.n, splits[i].n, "parts of '%s'", splits[i].expr);
		if (conditions.list.n)
			is_str(conditions.list.v[conditions.list.n - 1].text, splits[i].last,
			       "the last of them");
		conditions_release(&conditions);
	}
}

static void is_text(const struct conditions *conditions, const char *want, const char *name)
{
	struct buf text = BUF_INIT;

	conditions_text(conditions, &text);
	is_str(text.p, want, "%s", name);
	buf_release(&text);
}

static void test_build(void)
{
	struct conditions conditions = { .off = false };

	conditions_set(&conditions, "pid == 1 or pid == 2");
	is_uint(conditions_add(&conditions, "cpu == 3"), CONDITIONS_NEW, "a condition is added");
	is_uint(conditions_add(&conditions, "cpu == 3"), CONDITIONS_SAME, "but not twice");
	conditions.off = true;
	is_uint(conditions_add(&conditions, "cpu == 3"), CONDITIONS_AGAIN,
		"where all are off, it is turned on");
	is_text(&conditions, "cpu == 3", "... and the others stay off");
	ok(conditions_turn_on(&conditions) == false && !conditions.off, "... each by itself");
	conditions.list.v[0].off = false;
	conditions.off = true;
	conditions_add(&conditions, "cpu == 4");
	is_text(&conditions, "cpu == 4", "a new one does not turn on the others either");
	conditions_drop(&conditions);
	conditions_turn_off(&conditions);
	ok(conditions_turn_on(&conditions), "all are turned on");
	is_text(&conditions, "(pid == 1 or pid == 2) and cpu == 3",
		"or needs parentheses beside and");
	ok(conditions_drop(&conditions) && conditions.list.n == 1, "the last one is dropped");
	is_text(&conditions, "pid == 1 or pid == 2", "one alone needs none");
	ok(conditions_drop(&conditions) && !conditions_drop(&conditions), "until there is none");
	conditions_release(&conditions);
}

static void test_single(void)
{
	struct conditions conditions = { .off = false };

	conditions_set(&conditions, "a and b or c");
	conditions_add(&conditions, "d");
	conditions_add(&conditions, "e");
	conditions.list.v[1].off = true;
	is_text(&conditions, "(a and b or c) and e", "one that is off does not count");
	conditions_set(&conditions, "f and g");
	is_text(&conditions, "f and g", "others take the place of those that were on");
	is_uint(conditions.list.n, 3, "what was off stays");
	ok(conditions.list.v[0].off && !strcmp(conditions.list.v[0].text, "d"), "... as it was");
	is_uint(conditions_add(&conditions, "d"), CONDITIONS_AGAIN, "to add it turns it on");
	ok(!conditions.list.v[0].off, "... which it is");
	conditions_replace(&conditions, 1, " h ");
	is_text(&conditions, "d and h and g", "one is changed");
	conditions_replace(&conditions, 1, " ");
	is_text(&conditions, "d and g", "without text it is gone");
	conditions_remove(&conditions, 0);
	is_text(&conditions, "g", "the first one is removed");
	conditions.off = true;
	conditions_clear(&conditions);
	ok(!conditions.list.n && !conditions.off, "all are removed");
	conditions_release(&conditions);
}

static void test_negate(void)
{
	static const char *const conditions[][2] = {
		{ "cpu == 1", "not cpu == 1" },
		{ "not cpu == 1", "cpu == 1" },
		{ "cpu == 1 and tid == 2", "not (cpu == 1 and tid == 2)" },
		{ "not cpu||not tid", "not (not cpu||not tid)" },
		{ "comm == \"a and b\"", "not comm == \"a and b\"" },
		{ "br[from and to]", "not br[from and to]" },
	};

	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++) {
		struct buf text = BUF_INIT;

		buf_adds(&text, conditions[i][0]);
		conditions_negate(&text);
		is_str(text.p, conditions[i][1], "not '%s'", conditions[i][0]);
		buf_release(&text);
	}
}

int main(void)
{
	test_split();
	test_negate();
	test_build();
	test_single();
	return done_testing();
}

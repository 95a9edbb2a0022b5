/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of texts: what cannot be in one is known, what can be is never denied. */
#include "base/shape.h"

#include <stdlib.h>

#include "tap.h"

static bool may_have(const struct shape *shape, const char *text, bool nocase)
{
	struct shape_needle needle;

	return !shape_needle(&needle, text, strlen(text), nocase) ||
	       shape_look(shape, &needle, SHAPE_START) == SHAPE_FOUND;
}

static void add(struct shape *shape, const char *text)
{
	shape_text(shape, text, strlen(text));
}

/* "fd: 0x", a number, ", how: ", names with bars between them. */
static void make(struct shape *shape)
{
	uint32_t choice;

	add(shape, "fd: 0x");
	shape_chars(shape, SHAPE_NUMBER);
	add(shape, ", how: ");
	choice = shape_begin(shape);
	add(shape, "READ");
	add(shape, "WRITE");
	add(shape, "|");
	shape_end(shape, choice);
}

static void test_texts(void)
{
	static const struct {
		const char *text;
		bool may, may_nocase;
	} cases[] = {
		{ "fd", true, true },
		{ "fd: 0x12", true, true },
		{ "0xg", false, false },
		{ "xdeadbeef, how", true, true },
		{ "deadbeefs", false, false },
		{ "READ|WRITE", true, true },
		{ "READ|WRITES", false, false },
		{ "read", false, true },
		{ "how: |", true, true },
		{ "how:  ", false, false },
		{ "1, how: WRITE", true, true },
		{ "1, HOW: write", false, true },
		{ "FD", true, true }, /* digits */
		{ "FD:", false, true },
		{ "nowhere", false, false },
	};
	struct shape shape = SHAPE_INIT;

	make(&shape);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		is_int(may_have(&shape, cases[i].text, false), cases[i].may, "%s", cases[i].text);
		is_int(may_have(&shape, cases[i].text, true), cases[i].may_nocase, "%s, any case",
		       cases[i].text);
	}
	shape_release(&shape);
}

static void test_any(void)
{
	struct shape shape = SHAPE_INIT;
	struct shape_needle needle;

	add(&shape, "caf\xc3\xa9");
	ok(may_have(&shape, "xyz", false), "what is not ASCII may be anything");
	shape_reset(&shape);
	add(&shape, "a\tb");
	ok(may_have(&shape, "a^Ib", false) && !may_have(&shape, "a\tb", false),
	   "texts are escaped");
	shape_reset(&shape);
	add(&shape, "ab");
	shape_any(&shape);
	ok(may_have(&shape, "xyz", false), "any text has anything");
	shape_reset(&shape);
	ok(!may_have(&shape, "a", false), "no text has nothing");
	ok(!shape_needle(&needle, "\xc3\xa9", 2, true),
	   "other letters have cases that are not known");
	ok(!shape_needle(&needle, "", 0, false), "an empty needle is everywhere");
	shape_release(&shape);
}

/* Random texts of a shape contain all parts that are cut out of them. */
static void test_random(void)
{
	unsigned missed = 0;

	srand(7);
	for (unsigned round = 0; round < 20000; round++) {
		struct shape shape = SHAPE_INIT;
		struct buf text = BUF_INIT;
		unsigned pieces = 1 + (unsigned)rand() % 5;
		uint32_t open = UINT32_MAX;
		size_t from, len;
		char *needle;

		for (unsigned i = 0; i < pieces; i++) {
			static const char *const words[] = { "a", "ab", "ba", "abab", "b a" };
			const char *word = words[rand() % 5];

			if (open == UINT32_MAX && rand() % 3 == 0)
				open = shape_begin(&shape);
			else if (open != UINT32_MAX && rand() % 2) {
				shape_end(&shape, open);
				open = UINT32_MAX;
			}
			if (rand() % 3) {
				add(&shape, word);
				buf_adds(&text, word);
			} else {
				shape_chars(&shape, "b ");
				buf_adds(&text, rand() % 2 ? "b" : " b ");
			}
		}
		/* Of no text its end, which is a needle of no bytes. */
		size_t room = text.len ? text.len : 1;

		from = (size_t)rand() % room;
		len = 1 + (size_t)rand() % (room - from);
		needle = strndup(text.p + from, len);
		missed += !may_have(&shape, needle, rand() % 2);
		free(needle);
		shape_release(&shape);
		buf_release(&text);
	}
	is_uint(missed, 0, "nothing that is there is denied");
}

int main(void)
{
	test_texts();
	test_any();
	test_random();
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/listnav.h"

#include <stdlib.h>

#include "tap.h"

/* A list of numbers below count, of which every step-th is in it, known from lo up to hi. */
struct model {
	uint64_t count, step, offset;
	uint64_t lo, hi;
	unsigned asked; /* if not 0, everything is known after this many questions */
};

static enum list_cursor_found model_next(void *ctx, uint64_t row, int dir, uint64_t *found)
{
	struct model *m = ctx;
	const uint64_t lo = m->lo, hi = m->hi;

	if (m->asked && !--m->asked) {
		m->lo = 0;
		m->hi = m->count;
	}
	for (;; row += dir < 0 ? UINT64_MAX : 1) {
		if (row >= m->count)
			return LIST_CURSOR_NONE;
		if (row < lo || row >= hi)
			return LIST_CURSOR_PENDING;
		if (row % m->step == m->offset) {
			*found = row;
			return LIST_CURSOR_FOUND;
		}
		if (!row && dir < 0)
			return LIST_CURSOR_NONE;
	}
}

static uint64_t model_count(void *ctx)
{
	return ((struct model *)ctx)->count;
}

static struct list_cursor cursor;
static struct listnav nav;

static void make(struct model *m, bool filter)
{
	cursor = (struct list_cursor){ .src = { filter ? model_next : NULL, model_count, m } };
	listnav_init(&nav, &cursor);
	listnav_layout(&nav, 5);
}

static void test_all_rows(void)
{
	struct model m = { .count = 100, .step = 1, .hi = 100 };

	make(&m, false);
	listnav_release(&nav);
	listnav_init(&nav, &cursor);
	list_cursor_goto(&cursor, 50, 1, LIST_CURSOR_MIDDLE);
	listnav_layout(&nav, 5);
	is_uint(nav.line, 2, "a jump before the first layout: the middle of its screen");
	listnav_release(&nav);
	make(&m, false);
	ok(cursor.valid && cursor.number == 0 && nav.n == 5, "a list begins at its first row");
	list_cursor_step(&cursor, 1, 3, false);
	listnav_layout(&nav, 5);
	is_uint(cursor.number, 3, "three steps down");
	is_uint(nav.rows[0], 0, "the screen stays while the cursor is on it");
	list_cursor_step(&cursor, 1, 5, true);
	listnav_layout(&nav, 5);
	is_uint(cursor.number, 8, "a page down");
	is_uint(nav.rows[0], 5, "a page moves the screen");
	is_uint(nav.line, 3, "and leaves the cursor on its line");
	list_cursor_goto(&cursor, 99, -1, LIST_CURSOR_BOTTOM);
	listnav_layout(&nav, 5);
	is_uint(nav.rows[4], 99, "the last row is on the last line");
	list_cursor_step(&cursor, 1, 1, false);
	is_uint(cursor.number, 99, "there is nothing behind the last row");
	list_cursor_goto(&cursor, 1000, 1, LIST_CURSOR_MIDDLE);
	is_uint(cursor.number, 99, "a row that is not there: the nearest");
	list_cursor_step(&cursor, -1, UINT64_MAX, true);
	listnav_layout(&nav, 5);
	is_uint(cursor.number, 0, "as far up as there are rows");
	is_uint(nav.rows[0], 0, "with the first row on the first line");
	list_cursor_goto(&cursor, 97, 1, LIST_CURSOR_TOP);
	listnav_layout(&nav, 5);
	is_uint(nav.rows[0], 95, "no blank lines at the end of a list");
	is_uint(nav.line, 2, "so the cursor moves down");
	listnav_layout(&nav, 2);
	is_uint(nav.rows[nav.line], 97, "a smaller screen keeps the cursor");
	listnav_release(&nav);
}

static void test_big_rows(void)
{
	struct model m = { .count = UINT64_MAX, .step = 1, .hi = UINT64_MAX };

	make(&m, false);
	list_cursor_step(&cursor, 1, UINT64_MAX, false);
	listnav_layout(&nav, 5);
	is_uint(cursor.number, UINT64_MAX - 1, "rows have 64 bits");
	is_uint(nav.rows[0], UINT64_MAX - 5, "on the screen too");
	listnav_release(&nav);
}

static void test_filter(void)
{
	struct model m = { .count = 100, .step = 10, .offset = 3, .hi = 100 };

	make(&m, true);
	is_uint(cursor.number, 3, "the first row that the filter lets through");
	list_cursor_step(&cursor, 1, 2, false);
	is_uint(cursor.number, 23, "steps go from match to match");
	list_cursor_goto(&cursor, 95, 1, LIST_CURSOR_MIDDLE);
	is_uint(cursor.number, 93, "nothing behind: the nearest before");
	listnav_layout(&nav, 5);
	is_uint(nav.rows[0], 53, "the screen holds matches only");
	list_cursor_step(&cursor, -1, 100, true);
	is_uint(cursor.number, 3, "up to the first match");
	m.step = 1000;
	m.offset = 999;
	list_cursor_changed(&cursor);
	listnav_layout(&nav, 5);
	ok(!cursor.valid && nav.n == 0, "no match: an empty list");
	m = (struct model){ .count = 100, .step = 7, .offset = 0, .hi = 100 };
	list_cursor_changed(&cursor);
	listnav_layout(&nav, 5);
	ok(cursor.valid && cursor.number == 7, "back to the row nearest to where we were");
	listnav_release(&nav);
}

static void test_pending(void)
{
	struct model m = { .count = 1000, .step = 10, .lo = 495, .hi = 505 };

	cursor = (struct list_cursor){ .src = { model_next, model_count, &m }, .number = 498 };
	listnav_init(&nav, &cursor);
	nav.line = 2;
	listnav_layout(&nav, 5);
	ok(cursor.valid && cursor.number == 500, "the nearest match as soon as it is known");
	ok(nav.pending_below, "what follows is not known yet");
	list_cursor_step(&cursor, 1, 3, false);
	ok(list_cursor_busy(&cursor) && cursor.number == 500, "a step waits");
	m.hi = 525;
	ok(list_cursor_resume(&cursor), "it goes on when more is known");
	ok(list_cursor_busy(&cursor) && cursor.number == 520, "as far as it can");
	m.hi = 1000;
	list_cursor_resume(&cursor);
	ok(!list_cursor_busy(&cursor) && cursor.number == 530, "and ends where it should");
	list_cursor_goto(&cursor, 0, 1, LIST_CURSOR_TOP);
	ok(list_cursor_busy(&cursor), "so does a jump");
	listnav_layout(&nav, 5);
	m.lo = 511;
	nav.line = 4;
	listnav_layout(&nav, 5);
	is_uint(nav.top, 3, "blank lines stand for what is not known above");
	is_uint(nav.rows[0], 520, "so that what is known stays where it is");
	list_cursor_cancel(&cursor);
	ok(!list_cursor_busy(&cursor) && cursor.number == 530, "a motion can be taken back");
	list_cursor_goto(&cursor, 0, 1, LIST_CURSOR_TOP);
	m.lo = 0;
	list_cursor_resume(&cursor);
	is_uint(cursor.number, 0, "the jump arrives");
	listnav_release(&nav);
}

/* The rows on both sides become known between the question for one side and that for the other. */
static void test_known_between(void)
{
	struct model m = {
		.count = 1000, .step = 100, .offset = 50, .lo = 500, .hi = 500, .asked = 1
	};

	cursor = (struct list_cursor){ .src = { model_next, model_count, &m }, .number = 540 };
	list_cursor_changed(&cursor);
	is_uint(cursor.number, 550, "both sides become known at once: the match after");
	m = (struct model){ .count = 1000, .step = 100, .offset = 50, .lo = 400, .hi = 500 };
	cursor.number = 499;
	list_cursor_changed(&cursor);
	is_uint(cursor.number, 450, "only the rows before are known: the match before");
}

/* Whatever is done, the screen is a run of the list's rows with the cursor on it. */
static void test_random(void)
{
	struct model m = { .count = 300, .step = 3, .offset = 1, .hi = 300 };
	unsigned bad = 0;

	make(&m, true);
	srand(1);
	for (int i = 0; i < 20000; i++) {
		size_t height = 1 + (size_t)rand() % 9;
		int dir = rand() % 2 ? 1 : -1;

		if (rand() % 3)
			list_cursor_step(&cursor, dir, (uint64_t)rand() % 12, rand() % 2);
		else
			list_cursor_goto(&cursor, (uint64_t)rand() % 310, dir,
					 (enum list_cursor_place)(rand() % 3));
		listnav_layout(&nav, height);
		if (!cursor.valid || nav.n != height || nav.rows[nav.line] != cursor.number)
			bad++;
		for (size_t k = 0; k < nav.n; k++)
			if (nav.rows[k] % 3 != 1 || (k && nav.rows[k] != nav.rows[k - 1] + 3))
				bad++;
	}
	is_uint(bad, 0, "20000 random motions leave a full screen with the cursor on it");
	listnav_release(&nav);
}

static void test_follow(void)
{
	is_uint(listnav_follow(0, 7, 5, 100), 3, "scrolls down just enough");
	is_uint(listnav_follow(50, 7, 5, 100), 7, "scrolls up just enough");
	is_uint(listnav_follow(98, 99, 5, 100), 95, "leaves no blank lines");
	is_uint(listnav_follow(4, 1, 5, 3), 0, "a short list begins at the top");
}

int main(void)
{
	test_all_rows();
	test_big_rows();
	test_filter();
	test_pending();
	test_known_between();
	test_random();
	test_follow();
	return done_testing();
}

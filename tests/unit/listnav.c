/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/listnav.h"

#include <stdlib.h>

#include "tap.h"

/* A list of numbers below count, of which every step-th is in it, known from lo up to hi. */
struct model {
	uint64_t count, step, offset;
	uint64_t lo, hi;
};

static enum listnav_found model_next(void *ctx, uint64_t row, int dir, uint64_t *found)
{
	struct model *m = ctx;

	for (;; row += dir < 0 ? UINT64_MAX : 1) {
		if (row >= m->count)
			return LISTNAV_NONE;
		if (row < m->lo || row >= m->hi)
			return LISTNAV_PENDING;
		if (row % m->step == m->offset) {
			*found = row;
			return LISTNAV_FOUND;
		}
		if (!row && dir < 0)
			return LISTNAV_NONE;
	}
}

static uint64_t model_count(void *ctx)
{
	return ((struct model *)ctx)->count;
}

static struct listnav make(struct model *m, bool filter)
{
	struct listnav nav;

	listnav_init(&nav, (struct listnav_source){ filter ? model_next : NULL, model_count, m });
	listnav_layout(&nav, 5);
	return nav;
}

static void test_all_rows(void)
{
	struct model m = { .count = 100, .step = 1, .hi = 100 };
	struct listnav nav = make(&m, false);

	ok(nav.valid && nav.cursor == 0 && nav.n == 5, "a list begins at its first row");
	listnav_step(&nav, 1, 3, false);
	listnav_layout(&nav, 5);
	is_uint(nav.cursor, 3, "three steps down");
	is_uint(nav.rows[0], 0, "the screen stays while the cursor is on it");
	listnav_step(&nav, 1, 5, true);
	listnav_layout(&nav, 5);
	is_uint(nav.cursor, 8, "a page down");
	is_uint(nav.rows[0], 5, "a page moves the screen");
	is_uint(nav.line, 3, "and leaves the cursor on its line");
	listnav_goto(&nav, 99, -1, LISTNAV_BOTTOM);
	listnav_layout(&nav, 5);
	is_uint(nav.rows[4], 99, "the last row is on the last line");
	listnav_step(&nav, 1, 1, false);
	is_uint(nav.cursor, 99, "there is nothing behind the last row");
	listnav_goto(&nav, 1000, 1, LISTNAV_MIDDLE);
	is_uint(nav.cursor, 99, "a row that is not there: the nearest");
	listnav_step(&nav, -1, UINT64_MAX, true);
	listnav_layout(&nav, 5);
	is_uint(nav.cursor, 0, "as far up as there are rows");
	is_uint(nav.rows[0], 0, "with the first row on the first line");
	listnav_goto(&nav, 97, 1, LISTNAV_TOP);
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
	struct listnav nav = make(&m, false);

	listnav_step(&nav, 1, UINT64_MAX, false);
	listnav_layout(&nav, 5);
	is_uint(nav.cursor, UINT64_MAX - 1, "rows have 64 bits");
	is_uint(nav.rows[0], UINT64_MAX - 5, "on the screen too");
	listnav_release(&nav);
}

static void test_filter(void)
{
	struct model m = { .count = 100, .step = 10, .offset = 3, .hi = 100 };
	struct listnav nav = make(&m, true);

	is_uint(nav.cursor, 3, "the first row that the filter lets through");
	listnav_step(&nav, 1, 2, false);
	is_uint(nav.cursor, 23, "steps go from match to match");
	listnav_goto(&nav, 95, 1, LISTNAV_MIDDLE);
	is_uint(nav.cursor, 93, "nothing behind: the nearest before");
	listnav_layout(&nav, 5);
	is_uint(nav.rows[0], 53, "the screen holds matches only");
	listnav_step(&nav, -1, 100, true);
	is_uint(nav.cursor, 3, "up to the first match");
	m.step = 1000;
	m.offset = 999;
	listnav_changed(&nav);
	listnav_layout(&nav, 5);
	ok(!nav.valid && nav.n == 0, "no match: an empty list");
	m = (struct model){ .count = 100, .step = 7, .offset = 0, .hi = 100 };
	listnav_changed(&nav);
	listnav_layout(&nav, 5);
	ok(nav.valid && nav.cursor == 7, "back to the row nearest to where we were");
	listnav_release(&nav);
}

static void test_pending(void)
{
	struct model m = { .count = 1000, .step = 10, .lo = 495, .hi = 505 };
	struct listnav nav;

	listnav_init(&nav, (struct listnav_source){ model_next, model_count, &m });
	nav.cursor = 498;
	nav.line = 2;
	listnav_layout(&nav, 5);
	ok(nav.valid && nav.cursor == 500, "the nearest match as soon as it is known");
	ok(nav.pending_below, "what follows is not known yet");
	listnav_step(&nav, 1, 3, false);
	ok(listnav_busy(&nav) && nav.cursor == 500, "a step waits");
	m.hi = 525;
	ok(listnav_resume(&nav), "it goes on when more is known");
	ok(listnav_busy(&nav) && nav.cursor == 520, "as far as it can");
	m.hi = 1000;
	listnav_resume(&nav);
	ok(!listnav_busy(&nav) && nav.cursor == 530, "and ends where it should");
	listnav_goto(&nav, 0, 1, LISTNAV_TOP);
	ok(listnav_busy(&nav), "so does a jump");
	listnav_layout(&nav, 5);
	m.lo = 511;
	nav.line = 4;
	listnav_layout(&nav, 5);
	is_uint(nav.top, 3, "blank lines stand for what is not known above");
	is_uint(nav.rows[0], 520, "so that what is known stays where it is");
	listnav_cancel(&nav);
	ok(!listnav_busy(&nav) && nav.cursor == 530, "a motion can be taken back");
	listnav_goto(&nav, 0, 1, LISTNAV_TOP);
	m.lo = 0;
	listnav_resume(&nav);
	is_uint(nav.cursor, 0, "the jump arrives");
	listnav_release(&nav);
}

/* Whatever is done, the screen is a run of the list's rows with the cursor on it. */
static void test_random(void)
{
	struct model m = { .count = 300, .step = 3, .offset = 1, .hi = 300 };
	struct listnav nav = make(&m, true);
	unsigned bad = 0;

	srand(1);
	for (int i = 0; i < 20000; i++) {
		size_t height = 1 + (size_t)rand() % 9;
		int dir = rand() % 2 ? 1 : -1;

		if (rand() % 3)
			listnav_step(&nav, dir, (uint64_t)rand() % 12, rand() % 2);
		else
			listnav_goto(&nav, (uint64_t)rand() % 310, dir,
				     (enum listnav_place)(rand() % 3));
		listnav_layout(&nav, height);
		if (!nav.valid || nav.n != height || nav.rows[nav.line] != nav.cursor)
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
	test_random();
	test_follow();
	return done_testing();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/listnav.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Steps through a filter are taken one by one: a bound for counts typed by mistake. */
#define MAX_STEPS 1000000

void listnav_init(struct listnav *nav, struct listnav_source src)
{
	*nav = (struct listnav){ .src = src };
}

void listnav_release(struct listnav *nav)
{
	free(nav->rows);
	nav->rows = NULL;
	nav->n = 0;
}

static enum listnav_found next_row(struct listnav *nav, uint64_t row, int dir, uint64_t *found)
{
	uint64_t count = nav->src.count(nav->src.ctx);

	if (!count || (row >= count && dir > 0))
		return LISTNAV_NONE;
	if (row >= count)
		row = count - 1;
	if (nav->src.next)
		return nav->src.next(nav->src.ctx, row, dir, found);
	*found = row;
	return LISTNAV_FOUND;
}

/* The row beside the last one asked for; false at the first and the last number. */
static bool beside(uint64_t row, int dir, uint64_t *out)
{
	if (row == (dir < 0 ? 0 : UINT64_MAX))
		return false;
	*out = row + (dir < 0 ? UINT64_MAX : 1);
	return true;
}

static void move_line(struct listnav *nav, int dir, uint64_t steps)
{
	size_t last = nav->height ? nav->height - 1 : 0;

	if (dir < 0)
		nav->line -= steps < nav->line ? (size_t)steps : nav->line;
	else
		nav->line = steps < last - nav->line ? nav->line + (size_t)steps : last;
}

/* The line for a row that was jumped to. */
static void place_line(struct listnav *nav, uint64_t row, enum listnav_place place)
{
	for (size_t i = 0; i < nav->n; i++) {
		if (nav->rows[i] == row) {
			nav->line = nav->top + i;
			return;
		}
	}
	nav->line = 0;
	if (place != LISTNAV_TOP && nav->height)
		nav->line = place == LISTNAV_MIDDLE ? nav->height / 2 : nav->height - 1;
}

static void arrive(struct listnav *nav, uint64_t row)
{
	struct listnav_motion *m = &nav->motion;

	if (m->jump && !m->stay)
		place_line(nav, row, m->place);
	else if (!m->jump && !m->page)
		move_line(nav, m->dir, 1);
	nav->cursor = row;
	nav->valid = true;
	m->left--;
	if (m->left && !beside(row, m->dir, &m->at))
		m->left = 0;
}

/* The nearest row on either side: whichever is known first. */
static enum listnav_found nearest(struct listnav *nav, uint64_t row, uint64_t *found)
{
	enum listnav_found after = next_row(nav, row, 1, found);
	enum listnav_found before;

	if (after == LISTNAV_FOUND)
		return after;
	before = next_row(nav, row, -1, found);
	return before == LISTNAV_NONE ? after : before;
}

bool listnav_resume(struct listnav *nav)
{
	struct listnav_motion *m = &nav->motion;
	bool moved = false;

	while (m->left) {
		uint64_t found = 0;
		enum listnav_found rc = m->dir ? next_row(nav, m->at, m->dir, &found)
					       : nearest(nav, m->at, &found);

		if (rc == LISTNAV_PENDING)
			return moved;
		moved = true;
		if (rc == LISTNAV_FOUND) {
			arrive(nav, found);
		} else if (m->jump && m->dir) {
			/* What is nearest is all that is left to find. */
			m->dir = 0;
		} else {
			if (m->jump) {
				nav->valid = false;
				nav->cursor = m->at;
			}
			m->left = 0;
		}
	}
	return moved;
}

/* Where every row is in the list no search is needed. */
static void step_all(struct listnav *nav, int dir, uint64_t n, bool page)
{
	uint64_t count = nav->src.count(nav->src.ctx);
	uint64_t room;

	if (!count)
		return;
	if (nav->cursor >= count)
		nav->cursor = count - 1;
	room = dir < 0 ? nav->cursor : count - 1 - nav->cursor;
	if (n > room)
		n = room;
	nav->cursor = dir < 0 ? nav->cursor - n : nav->cursor + n;
	nav->valid = true;
	if (!page)
		move_line(nav, dir, n);
}

void listnav_step(struct listnav *nav, int dir, uint64_t n, bool page)
{
	listnav_cancel(nav);
	if (!nav->src.next) {
		step_all(nav, dir, n, page);
		return;
	}
	nav->motion = (struct listnav_motion){ .dir = dir, .page = page };
	if (beside(nav->cursor, dir, &nav->motion.at))
		nav->motion.left = n < MAX_STEPS ? n : MAX_STEPS;
	listnav_resume(nav);
}

void listnav_goto(struct listnav *nav, uint64_t row, int dir, enum listnav_place place)
{
	nav->motion = (struct listnav_motion){
		.left = 1,
		.at = row,
		.dir = dir,
		.jump = true,
		.place = place,
	};
	listnav_resume(nav);
}

void listnav_changed(struct listnav *nav)
{
	/* Where the list did not fill the screen, its line is no place to stay at. */
	size_t line = nav->n < nav->height ? nav->height / 2 : nav->line;

	/* What was on the screen says nothing about what will be. */
	nav->n = 0;
	nav->line = line;
	nav->motion =
		(struct listnav_motion){ .left = 1, .at = nav->cursor, .jump = true, .stay = true };
	listnav_resume(nav);
}

void listnav_cancel(struct listnav *nav)
{
	nav->motion.left = 0;
}

bool listnav_busy(const struct listnav *nav)
{
	return nav->motion.left != 0;
}

/* Put up to max rows before row into nav->rows, nearest last. */
static size_t rows_above(struct listnav *nav, uint64_t row, size_t max)
{
	size_t n = 0;

	nav->pending_above = false;
	while (n < max && beside(row, -1, &row)) {
		enum listnav_found rc = next_row(nav, row, -1, &row);

		if (rc != LISTNAV_FOUND) {
			nav->pending_above = rc == LISTNAV_PENDING;
			break;
		}
		nav->rows[n++] = row;
	}
	for (size_t i = 0; i < n / 2; i++) {
		uint64_t other = nav->rows[n - 1 - i];

		nav->rows[n - 1 - i] = nav->rows[i];
		nav->rows[i] = other;
	}
	return n;
}

static void rows_below(struct listnav *nav, uint64_t row)
{
	nav->pending_below = false;
	while (nav->n < nav->height) {
		enum listnav_found rc = next_row(nav, row, 1, &row);

		if (rc != LISTNAV_FOUND) {
			nav->pending_below = rc == LISTNAV_PENDING;
			break;
		}
		nav->rows[nav->n++] = row;
		if (!beside(row, 1, &row))
			break;
	}
}

void listnav_layout(struct listnav *nav, size_t height)
{
	size_t want;

	if (height != nav->height)
		nav->rows = mem_realloc(nav->rows, height * sizeof(*nav->rows));
	nav->height = height;
	nav->n = nav->top = 0;
	if (!height)
		return;
	if (!nav->valid && !listnav_busy(nav))
		listnav_goto(nav, nav->cursor, 0, LISTNAV_TOP);
	want = nav->line < height ? nav->line : height - 1;
	nav->n = rows_above(nav, nav->cursor, want);
	if (nav->n < want && nav->pending_above)
		nav->top = want - nav->n;
	nav->line = nav->top + nav->n;
	rows_below(nav, nav->cursor);
	if (nav->n + nav->top < height && !nav->pending_below && !nav->top) {
		/* The end of the list stays at the end of the screen. */
		size_t below = nav->n - nav->line;

		nav->line = rows_above(nav, nav->cursor, height - below);
		nav->n = nav->line;
		rows_below(nav, nav->cursor);
	}
}

uint64_t listnav_follow(uint64_t top, uint64_t cursor, uint64_t height, uint64_t lines)
{
	if (cursor < top)
		top = cursor;
	if (height && cursor - top >= height)
		top = cursor - height + 1;
	if (top + height > lines)
		top = lines > height ? lines - height : 0;
	return top;
}

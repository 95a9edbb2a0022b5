/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/listnav.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void move_line(struct listnav *nav, int dir, uint64_t steps)
{
	size_t last = nav->height ? nav->height - 1 : 0;

	if (dir < 0)
		nav->line -= steps < nav->line ? (size_t)steps : nav->line;
	else
		nav->line = steps < last - nav->line ? nav->line + (size_t)steps : last;
}

static size_t line_of(const struct listnav *nav, enum list_cursor_place place)
{
	if (place == LIST_CURSOR_TOP || !nav->height)
		return 0;
	return place == LIST_CURSOR_MIDDLE ? nav->height / 2 : nav->height - 1;
}

/* The line for a row that was jumped to. */
static void place_line(struct listnav *nav, uint64_t row, enum list_cursor_place place)
{
	for (size_t i = 0; i < nav->n; i++) {
		if (nav->rows[i] == row) {
			nav->line = nav->top + i;
			return;
		}
	}
	nav->line = line_of(nav, place);
	nav->wanted = nav->height ? LIST_CURSOR_TOP : place;
}

static void arrives(void *ctx, const struct list_cursor_motion *motion, uint64_t number,
		    uint64_t steps)
{
	struct listnav *nav = ctx;

	if (motion->jump && !motion->stay)
		place_line(nav, number, motion->place);
	else if (!motion->jump && !motion->page)
		move_line(nav, motion->dir, steps);
}

static void changed(void *ctx)
{
	struct listnav *nav = ctx;

	/*
	 * If the list did not fill the screen, the cursor does not keep its line of the screen: it
	 * moves to the middle.
	 */
	nav->line = nav->n < nav->height ? nav->height / 2 : nav->line;
	nav->n = 0;
}

void listnav_init(struct listnav *nav, struct list_cursor *cursor)
{
	*nav = (struct listnav){ .cursor = cursor, .screen = { arrives, changed, nav } };
	cursor->screen = &nav->screen;
}

void listnav_release(struct listnav *nav)
{
	nav->cursor->screen = NULL;
	free(nav->rows);
	nav->rows = NULL;
	nav->n = 0;
}

/* Put up to max rows before row into nav->rows, nearest last. */
static size_t rows_above(struct listnav *nav, uint64_t row, size_t max)
{
	size_t n = 0;

	nav->pending_above = false;
	while (n < max && list_cursor_beside(row, -1, &row)) {
		enum list_cursor_found rc = list_cursor_next(nav->cursor, row, -1, &row);

		if (rc != LIST_CURSOR_FOUND) {
			nav->pending_above = rc == LIST_CURSOR_PENDING;
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
		enum list_cursor_found rc = list_cursor_next(nav->cursor, row, 1, &row);

		if (rc != LIST_CURSOR_FOUND) {
			nav->pending_below = rc == LIST_CURSOR_PENDING;
			break;
		}
		nav->rows[nav->n++] = row;
		if (!list_cursor_beside(row, 1, &row))
			break;
	}
}

void listnav_layout(struct listnav *nav, size_t height)
{
	struct list_cursor *cursor = nav->cursor;
	size_t above;

	if (height != nav->height)
		nav->rows = mem_realloc(nav->rows, height * sizeof(*nav->rows));
	nav->height = height;
	nav->n = nav->top = 0;
	if (!height)
		return;
	if (nav->wanted != LIST_CURSOR_TOP) {
		nav->line = line_of(nav, nav->wanted);
		nav->wanted = LIST_CURSOR_TOP;
	}
	if (!cursor->valid && !list_cursor_busy(cursor))
		list_cursor_goto(cursor, cursor->number, 0, LIST_CURSOR_TOP);
	above = nav->line < height ? nav->line : height - 1;
	nav->n = rows_above(nav, cursor->number, above);
	if (nav->n < above && nav->pending_above)
		nav->top = above - nav->n;
	nav->line = nav->top + nav->n;
	rows_below(nav, cursor->number);
	if (nav->n + nav->top < height && !nav->pending_below && !nav->top) {
		/* The end of the list stays at the end of the screen. */
		size_t below = nav->n - nav->line;

		nav->line = rows_above(nav, cursor->number, height - below);
		nav->n = nav->line;
		rows_below(nav, cursor->number);
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

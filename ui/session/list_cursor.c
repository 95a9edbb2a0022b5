/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/list_cursor.h"

#include <stddef.h>

/*
 * Limit for counts that were typed by mistake, because steps through a filter are taken one by one.
 */
#define MAX_STEPS 1000000

uint64_t list_cursor_count(const struct list_cursor *cursor)
{
	return cursor->src.count(cursor->src.ctx);
}

enum list_cursor_found list_cursor_next(const struct list_cursor *cursor, uint64_t number, int dir,
					uint64_t *found)
{
	uint64_t count = list_cursor_count(cursor);

	if (!count || (number >= count && dir > 0))
		return LIST_CURSOR_NONE;
	if (number >= count)
		number = count - 1;
	if (cursor->src.next)
		return cursor->src.next(cursor->src.ctx, number, dir, found);
	*found = number;
	return LIST_CURSOR_FOUND;
}

bool list_cursor_beside(uint64_t number, int dir, uint64_t *out)
{
	if (number == (dir < 0 ? 0 : UINT64_MAX))
		return false;
	*out = number + (dir < 0 ? UINT64_MAX : 1);
	return true;
}

static void arrive(struct list_cursor *cursor, uint64_t number, uint64_t steps)
{
	if (cursor->screen)
		cursor->screen->arrives(cursor->screen->ctx, &cursor->motion, number, steps);
	cursor->number = number;
	cursor->valid = true;
}

/*
 * The nearest number on either side: the one that is known first. If both become known at once,
 * it is the one after. They may do so between two questions, so the first one is asked again.
 */
static enum list_cursor_found nearest(const struct list_cursor *cursor, uint64_t number,
				      uint64_t *found)
{
	enum list_cursor_found after = list_cursor_next(cursor, number, 1, found);
	enum list_cursor_found before;
	uint64_t earlier = 0;

	if (after == LIST_CURSOR_FOUND)
		return after;
	before = list_cursor_next(cursor, number, -1, &earlier);
	if (before == LIST_CURSOR_FOUND && after == LIST_CURSOR_PENDING)
		after = list_cursor_next(cursor, number, 1, found);
	if (after == LIST_CURSOR_FOUND || before == LIST_CURSOR_NONE)
		return after;
	*found = earlier;
	return before;
}

bool list_cursor_resume(struct list_cursor *cursor)
{
	struct list_cursor_motion *m = &cursor->motion;
	bool moved = false;

	while (m->left) {
		uint64_t found = 0;
		enum list_cursor_found rc =
			m->dir ? list_cursor_next(cursor, m->next, m->dir, &found)
			       : nearest(cursor, m->next, &found);

		if (rc == LIST_CURSOR_PENDING)
			return moved;
		moved = true;
		if (rc == LIST_CURSOR_FOUND) {
			arrive(cursor, found, 1);
			m->left--;
			if (m->left && !list_cursor_beside(found, m->dir, &m->next))
				m->left = 0;
		} else if (m->jump && m->dir) {
			/* Only the nearest row remains to be found. */
			m->dir = 0;
		} else {
			if (m->jump) {
				cursor->valid = false;
				cursor->number = m->next;
			}
			m->left = 0;
		}
	}
	return moved;
}

/* If every number is in the list, no search is needed. */
static void step_all(struct list_cursor *cursor, int dir, uint64_t n)
{
	uint64_t count = list_cursor_count(cursor);
	uint64_t room;

	if (!count)
		return;
	if (cursor->number >= count)
		cursor->number = count - 1;
	room = dir < 0 ? cursor->number : count - 1 - cursor->number;
	if (n > room)
		n = room;
	arrive(cursor, dir < 0 ? cursor->number - n : cursor->number + n, n);
}

void list_cursor_step(struct list_cursor *cursor, int dir, uint64_t n, bool page)
{
	cursor->motion = (struct list_cursor_motion){ .dir = dir, .page = page };
	if (!cursor->src.next) {
		step_all(cursor, dir, n);
		return;
	}
	if (list_cursor_beside(cursor->number, dir, &cursor->motion.next))
		cursor->motion.left = n < MAX_STEPS ? n : MAX_STEPS;
	list_cursor_resume(cursor);
}

void list_cursor_goto(struct list_cursor *cursor, uint64_t number, int dir,
		      enum list_cursor_place place)
{
	cursor->motion = (struct list_cursor_motion){
		.left = 1,
		.next = number,
		.dir = dir,
		.jump = true,
		.place = place,
	};
	list_cursor_resume(cursor);
}

void list_cursor_changed(struct list_cursor *cursor)
{
	if (cursor->screen)
		cursor->screen->changed(cursor->screen->ctx);
	cursor->motion = (struct list_cursor_motion){
		.left = 1, .next = cursor->number, .jump = true, .stay = true
	};
	list_cursor_resume(cursor);
}

void list_cursor_cancel(struct list_cursor *cursor)
{
	cursor->motion.left = 0;
}

bool list_cursor_busy(const struct list_cursor *cursor)
{
	return cursor->motion.left != 0;
}

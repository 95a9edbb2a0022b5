/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/thread_wakeups.h"

#include "analysis/oncpu.h"
#include "base/text.h"

enum {
	DELAY_UNKNOWN = 0
};

#define DELAY_NEVER UINT32_MAX
#define WAKE_ROWS ((1ull << 48) - 1)

static uint32_t delay_of(const struct thread_wakeup *wakeup, bool never)
{
	uint64_t us = text_rounded(wakeup->came - wakeup->time, 1000);

	if (!wakeup->came)
		return never ? DELAY_NEVER : DELAY_UNKNOWN;
	return us < DELAY_NEVER - 1 ? (uint32_t)us + 1 : DELAY_NEVER - 1;
}

/* Return the cell of a column. NULL: there is no room for it. */
static struct thread_wakeups_cell *cell_of(struct thread_wakeups *wakeups, uint16_t column,
					   size_t *cells)
{
	size_t n = wakeups->cells.n;

	if (n && wakeups->cells.v[n - 1].column >= column)
		return &wakeups->cells.v[n - 1];
	if (*cells == THREAD_WAKEUPS_CELLS)
		return NULL;
	++*cells;
	vec_push(&wakeups->cells, (struct thread_wakeups_cell){ .column = column });
	return &wakeups->cells.v[n];
}

bool thread_wakeups_add(struct thread_wakeups *wakeups, size_t column,
			const struct thread_wakeup *wakeup, bool never, size_t *cells)
{
	struct thread_wakeups_cell *cell = cell_of(wakeups, (uint16_t)column, cells);
	uint32_t delay = delay_of(wakeup, never);

	if (!cell)
		return false;
	if (!cell->n || delay > cell->delay) {
		cell->delay = delay;
		cell->row = wakeup->row & WAKE_ROWS;
		cell->waker = wakeup->waker;
	}
	cell->n++;
	return true;
}

struct thread_timeline_wakeups thread_wakeups_find(const struct thread_wakeups *wakeups,
						   size_t first, size_t end)
{
	struct thread_timeline_wakeups found = { .waker = SIZE_MAX };
	uint32_t longest = DELAY_UNKNOWN;

	for (size_t i = 0; i < wakeups->cells.n; i++) {
		const struct thread_wakeups_cell *cell = &wakeups->cells.v[i];

		if (cell->column < first || cell->column >= end)
			continue;
		if (!found.n || cell->delay > longest) {
			longest = cell->delay;
			found.row = cell->row;
			found.waker = cell->waker == ONCPU_NOBODY ? SIZE_MAX : cell->waker;
		}
		found.n += cell->n;
	}
	found.ran = longest == DELAY_NEVER     ? THREAD_TIMELINE_NEVER
		    : longest == DELAY_UNKNOWN ? THREAD_TIMELINE_SOMETIME
					       : THREAD_TIMELINE_AFTER;
	if (found.ran == THREAD_TIMELINE_AFTER)
		found.delay = (uint64_t)(longest - 1) * 1000;
	return found;
}

void thread_wakeups_release(struct thread_wakeups *wakeups)
{
	vec_release(&wakeups->cells);
}

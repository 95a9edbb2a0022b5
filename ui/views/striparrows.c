/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/striparrows.h"

#include "views/stripmarks.h"

/* Draw a sign over a strip; the state of its thread becomes the background. */
static void draw_sign(const struct striparrows *a, const struct surface *rows, int row, int cell,
		      int col, uint32_t sign)
{
	surface_repeat(rows, row, col + cell, 1, STYLE_EVENT_1, sign);
	if (grid_has_halves(rows->grid))
		surface_on(rows, row, col + cell, 1,
			   stripcells_state(a->cells, &a->list->lines.v[a->top + (size_t)row],
					    cell));
}

/* The line of a thread, or that of its process; SIZE_MAX: it has none. */
static size_t line_of(const struct striparrows *a, size_t thread)
{
	struct thread_timeline_thread what;
	size_t process = SIZE_MAX;

	thread_timeline_thread(a->cells->strips, thread, &what);
	for (size_t i = 0; i < a->list->lines.n; i++) {
		const struct striplist_line *line = &a->list->lines.v[i];

		if (line->thread == thread)
			return i;
		if (line->thread == STRIPLIST_PROCESS && line->what.pid == what.pid)
			process = i;
	}
	return process;
}

static void draw_arrow(const struct striparrows *a, const struct surface *rows, int cell, int col)
{
	static const uint32_t signs[2][3] = { { 0x25b2, 0x25bc, 0x2502 }, { '^', 'v', '|' } };
	struct thread_timeline_wakeups wakeups =
		stripmarks_wakeups(a->cells, &a->list->lines.v[a->row], cell, cell);
	const uint32_t *sign = signs[a->cells->ascii];
	bool chosen = cell >= a->from && cell <= a->to;
	int row = (int)(a->row - a->top), by, at;
	size_t waker;

	if (!wakeups.n || wakeups.waker == SIZE_MAX)
		return;
	waker = line_of(a, wakeups.waker);
	if (waker == SIZE_MAX || waker == a->row)
		return;
	by = waker < a->row ? 1 : -1;
	at = waker < a->top			    ? -1
	     : waker >= a->top + (size_t)rows->rows ? rows->rows
						    : (int)(waker - a->top);
	if (at >= 0 && at < rows->rows)
		draw_sign(a, rows, at, cell, col, sign[by > 0]);
	for (at += by; chosen && at != row; at += by)
		draw_sign(a, rows, at, cell, col, sign[2]);
}

void striparrows_draw(const struct striparrows *a, const struct surface *rows, int col)
{
	if (a->row < a->top || a->row >= a->top + (size_t)rows->rows ||
	    a->list->lines.v[a->row].thread == STRIPLIST_PROCESS)
		return;
	for (int cell = 0; cell < a->cells->n; cell++)
		draw_arrow(a, rows, cell, col);
}

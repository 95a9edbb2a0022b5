/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_arrows.h"

#include "views/thread_marks.h"

/* Draw a sign over a cell; the state of its thread becomes the background. */
static void draw_sign(const struct thread_arrows *a, const struct surface *rows, int row, int cell,
		      int col, uint32_t sign)
{
	surface_repeat(rows, row, col + cell, 1, STYLE_EVENT_1, sign);
	if (grid_has_halves(rows->grid))
		surface_on(rows, row, col + cell, 1,
			   thread_cells_state(a->cells, &a->list->lines.v[a->top + (size_t)row],
					      cell));
}

/* The line of a thread, or that of its process; SIZE_MAX: it has none. */
static size_t line_of(const struct thread_arrows *a, size_t thread)
{
	struct thread_timeline_thread what;
	size_t process = SIZE_MAX;

	thread_timeline_thread(a->cells->timeline, thread, &what);
	for (size_t i = 0; i < a->list->lines.n; i++) {
		const struct thread_list_line *line = &a->list->lines.v[i];

		if (line->thread == thread)
			return i;
		if (line->thread == THREAD_LIST_PROCESS && line->what.pid == what.pid)
			process = i;
	}
	return process;
}

enum sign {
	SIGN_UP,
	SIGN_DOWN,
	SIGN_LINE,
	SIGN_DOT,
	SIGNS
};

/* The waker is on the row `at`, or beyond the edge. Draw all of the arrow, or only its head. */
static void draw_between(const struct thread_arrows *a, const struct surface *rows, int at,
			 bool whole, int cell, int col)
{
	static const uint32_t signs[][SIGNS] = { { 0x25b2, 0x25bc, 0x2502, 0x25cf },
						 { '^', 'v', '|', '*' } };
	const uint32_t *sign = signs[a->cells->ascii];
	int row = (int)(a->row - a->top), by = at < row ? 1 : -1;
	uint32_t head = sign[by > 0 ? SIGN_DOWN : SIGN_UP], tail = sign[SIGN_DOT];

	for (bool first = true; at != row && (whole || first); at += by, first = false) {
		bool last = at + by == row || !whole;

		if (at >= 0 && at < rows->rows)
			draw_sign(a, rows, at, cell, col,
				  last	  ? head
				  : first ? tail
					  : sign[SIGN_LINE]);
	}
}

static void draw_arrow(const struct thread_arrows *a, const struct surface *rows, int cell, int col)
{
	struct thread_timeline_wakeups wakeups =
		thread_marks_wakeups(a->cells, &a->list->lines.v[a->row], cell, cell);
	size_t waker;

	if (!wakeups.n || wakeups.waker == SIZE_MAX)
		return;
	waker = line_of(a, wakeups.waker);
	if (waker == SIZE_MAX || waker == a->row)
		return;
	draw_between(a, rows,
		     waker < a->top			    ? -1
		     : waker >= a->top + (size_t)rows->rows ? rows->rows
							    : (int)(waker - a->top),
		     cell >= a->from && cell <= a->to, cell, col);
}

void thread_arrows_draw(const struct thread_arrows *a, const struct surface *rows, int col)
{
	if (a->row < a->top || a->row >= a->top + (size_t)rows->rows ||
	    a->list->lines.v[a->row].thread == THREAD_LIST_PROCESS)
		return;
	for (int cell = 0; cell < a->cells->n; cell++)
		draw_arrow(a, rows, cell, col);
}

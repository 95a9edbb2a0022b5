/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "records/spans.h"

/* ---- marks ---- */

static int compare_times(const void *a, const void *b)
{
	const struct thread_mark *x = a, *y = b;

	return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
				  : x->letter - y->letter;
}

void thread_marks_look(struct thread_marks *marks, struct session *session)
{
	const uint64_t *rows = session->jumps.marks;

	if (marks->looked && !memcmp(marks->rows, rows, sizeof(marks->rows)))
		return;
	marks->looked = true;
	memcpy(marks->rows, rows, sizeof(marks->rows));
	marks->list.n = 0;
	for (int letter = 0; letter < JUMPS_MARKS; letter++) {
		struct row_info info;

		if (rows[letter] >= recording_rows(session->rec) ||
		    reader_row(session->reader, rows[letter], &info, NULL) < 0)
			continue;
		if (info.has_time)
			vec_push(&marks->list, ((struct thread_mark){ (char)letter, info.time }));
	}
	if (marks->list.n)
		qsort(marks->list.v, marks->list.n, sizeof(struct thread_mark), compare_times);
}

void thread_marks_release(struct thread_marks *marks)
{
	vec_release(&marks->list);
}

static bool is_shown(const struct thread_mark *mark, const struct time_range *shown)
{
	return mark->time >= shown->lo && mark->time <= shown->hi;
}

void thread_marks_draw(const struct thread_marks *marks, const struct thread_cells *cells,
		       const struct time_range *shown, const struct surface *row, int col)
{
	int last = -1;

	for (size_t i = 0; i < marks->list.n; i++) {
		const struct thread_mark *mark = &marks->list.v[i];
		int at;

		if (!is_shown(mark, shown))
			continue;
		at = thread_cells_at(cells, mark->time);
		surface_repeat(row, 0, col + at, 1, STYLE_MESSAGE,
			       at == last ? '+' : (unsigned char)mark->letter);
		last = at;
	}
}

void thread_marks_text(const struct thread_marks *marks, const struct thread_cells *cells,
		       const struct time_range *shown, int from, int to, struct buf *out)
{
	const char *before = ": ";

	buf_adds(out, "marks");
	for (size_t i = 0; i < marks->list.n; i++) {
		const struct thread_mark *mark = &marks->list.v[i];
		int at = is_shown(mark, shown) ? thread_cells_at(cells, mark->time) : -1;

		if (at < from || at > to)
			continue;
		buf_addf(out, "%s%c", before, mark->letter);
		before = ", ";
	}
}

/* ---- wakeups ---- */

struct thread_timeline_wakeups thread_marks_wakeups(const struct thread_cells *cells,
						    const struct thread_list_line *line, int from,
						    int to)
{
	size_t first, end;

	if (line->thread == THREAD_LIST_PROCESS)
		return (struct thread_timeline_wakeups){ 0 };
	thread_cells_columns(cells, from, to, &first, &end);
	return thread_timeline_wakeups(cells->timeline, line->thread, first, end);
}

void thread_marks_draw_wakeups(const struct thread_cells *cells,
			       const struct thread_list_line *line, const struct surface *row,
			       int col)
{
	for (int i = 0; i < cells->n; i++)
		if (thread_marks_wakeups(cells, line, i, i).n)
			surface_repeat(row, 0, col + i, 1, STYLE_EVENT_1,
				       cells->ascii ? 'v' : 0x25be);
}

static void add_delay(const struct thread_timeline_wakeups *wakeups, struct buf *out)
{
	switch (wakeups->ran) {
	case THREAD_TIMELINE_AFTER:
		buf_adds(out, "ran ");
		text_add_ms(wakeups->delay, out);
		buf_adds(out, " ms later");
		break;
	case THREAD_TIMELINE_NEVER:
		buf_adds(out, "has not run since");
		break;
	case THREAD_TIMELINE_SOMETIME:
	default:
		buf_adds(out, "ran at an unknown time");
		break;
	}
}

/* Append "woken 17 times, longest delay 1.234 ms". */
static void add_all(const struct thread_timeline_wakeups *wakeups, struct buf *out)
{
	if (!wakeups->n)
		buf_adds(out, "never woken");
	else if (wakeups->n == 1)
		buf_adds(out, "woken once");
	else
		buf_addf(out, "woken %llu times", (unsigned long long)wakeups->n);
	if (!wakeups->n || wakeups->ran != THREAD_TIMELINE_AFTER)
		return;
	buf_adds(out, wakeups->n > 1 ? ", longest delay " : ", delay ");
	text_add_ms(wakeups->delay, out);
	buf_adds(out, " ms");
}

void thread_marks_wakeup_text(const struct thread_cells *cells, const struct thread_list_line *line,
			      int from, int to, struct session *session, struct buf *out)
{
	struct thread_timeline_wakeups wakeups = thread_marks_wakeups(cells, line, from, to);
	struct row_info info = { .row = 0 };

	if (line->thread == THREAD_LIST_PROCESS) {
		buf_adds(out, "wakeups of a thread");
		return;
	}
	if (!wakeups.n) {
		wakeups = thread_marks_wakeups(cells, line, 0, cells->n - 1);
		add_all(&wakeups, out);
		return;
	}
	buf_adds(out, "woken by ");
	records_spans_add_thread(session, wakeups.row, &info, out);
	buf_adds(out, ", ");
	add_delay(&wakeups, out);
	if (info.has_tid && info.ordinal != ROW_NO_ORDINAL)
		buf_addf(out, ", record %llu", (unsigned long long)info.ordinal);
	if (wakeups.n > 1)
		buf_addf(out, ", longest of %llu", (unsigned long long)wakeups.n);
}

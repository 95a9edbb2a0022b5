/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_markers.h"

#include <string.h>

#include "base/text.h"

static uint32_t sign_of(bool ascii)
{
	return ascii ? '*' : 0x25c6;
}

void thread_markers_start(struct thread_markers *m, const struct session *session,
			  const struct time_range *range, struct watcher *watcher)
{
	struct markers_options options = { .lo = range->lo, .hi = range->hi, .watcher = watcher };

	thread_markers_release(m);
	buf_init(&m->expr);
	buf_adds(&m->expr, session->markers.p);
	if (m->expr.len && !filter_parse(&options.filter, m->expr.p, NULL))
		m->found = markers_start(session->rec, &options);
}

void thread_markers_release(struct thread_markers *m)
{
	markers_free(m->found);
	if (m->expr.p)
		buf_release(&m->expr);
	*m = (struct thread_markers){ .found = NULL };
}

void thread_markers_cancel(struct thread_markers *m)
{
	if (m->found)
		job_cancel(markers_job(m->found));
}

bool thread_markers_stale(const struct thread_markers *m, const struct session *session)
{
	return strcmp(m->expr.p ? m->expr.p : "", session->markers.p) != 0;
}

void thread_markers_progress(const struct thread_markers *m, struct worker_progress *progress)
{
	struct worker_progress own;

	if (!m->found)
		return;
	job_progress(markers_job(m->found), &own);
	progress->rows_done += own.rows_done;
	progress->rows_total += own.rows_total;
	progress->done &= own.done;
}

struct markers_found thread_markers_of(const struct thread_markers *m,
				       const struct thread_cells *cells,
				       const struct thread_list_line *line, int from, int to)
{
	size_t first, end;

	if (!m->found)
		return (struct markers_found){ .n = 0 };
	thread_cells_columns(cells, from, to, &first, &end);
	return line->thread == THREAD_LIST_PROCESS
		       ? markers_of_process(m->found, line->what.pid, first, end)
		       : markers_of_thread(m->found, line->what.id, first, end);
}

bool thread_markers_look(const struct thread_markers *m, const struct thread_cells *cells,
			 const struct thread_list_line *line, int i, uint32_t *sign,
			 enum style *style)
{
	struct markers_found found = thread_markers_of(m, cells, line, i, i);

	if (!found.n)
		return false;
	*sign = sign_of(cells->ascii);
	*style = found.event >= 0 ? theme_event((size_t)found.event) : STYLE_MESSAGE;
	return true;
}

void thread_markers_text(const struct thread_markers *m, const struct thread_cells *cells,
			 const struct thread_list_line *line, int from, int to,
			 struct session *session, struct buf *out)
{
	struct markers_found found = thread_markers_of(m, cells, line, from, to);
	struct row_info info;

	if (!found.n)
		return;
	text_add_plural(found.n, "marker", out);
	if (!reader_row(session->reader, found.row, &info, NULL) && info.ordinal != ROW_NO_ORDINAL)
		buf_addf(out, found.n > 1 ? " from record %llu" : ", record %llu",
			 (unsigned long long)info.ordinal);
	buf_adds(out, ", ");
}

void thread_markers_legend(const struct thread_markers *m, bool ascii, struct buf *out)
{
	if (!m->found)
		return;
	buf_adds(out, "  ");
	text_add_utf8(out, sign_of(ascii));
	buf_adds(out, markers_cut(m->found) ? " marker, not all" : " marker");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/text.h"
#include "views/sched_text.h"
#include "views/thread_times_view.h"
#include "widgets/parts.h"

#define EXITED UINT32_MAX /* the number that threads have while they exit */

/* The name at the end of the shown time; for a thread that comes later, its last name. */
void thread_times_add_comm(struct view_thread_times *v, uint32_t tid, struct buf *out)
{
	size_t start = out->len;

	buf_addc(out, ' ');
	comms_text(&v->comms, tid, time_view_shown(&v->tv)->hi, out);
	if (out->len == start + 1)
		comms_text(&v->comms, tid, v->tv.zooms[0].hi, out);
	if (out->len == start + 1)
		buf_truncate(out, start);
}

void thread_times_add_name(struct view_thread_times *v, const struct thread_list_line *line,
			   struct buf *out)
{
	const struct thread_timeline_thread *t = &line->what;
	bool process = line->thread == THREAD_LIST_PROCESS;

	if (process)
		buf_adds(out, thread_lines_is_open(&v->list, t->pid) ? "- " : "+ ");
	else if (v->list.folded)
		buf_adds(out, "    ");
	buf_addf(out, "%d", (int)t->tid);
	if (t->per_cpu)
		buf_addf(out, "/%u", t->cpu);
	if (!t->tid)
		buf_adds(out, " " IDLE_NAME);
	else if (t->tid == EXITED)
		buf_adds(out, " exiting");
	else
		thread_times_add_comm(v, t->tid, out);
}

void thread_times_add_line(struct view_thread_times *v, const struct thread_list_line *line,
			   struct buf *out)
{
	const struct thread_timeline_thread *t = &line->what;

	thread_times_add_name(v, line, out);
	if (line->thread == THREAD_LIST_PROCESS) {
		buf_adds(out, ", ");
		text_add_plural(line->threads, "thread", out);
	} else if (t->pid != t->tid) {
		buf_addf(out, PARTS_HINT " of %d", (int)t->pid);
	}
	buf_adds(out, PARTS_MAIN ": ");
	if (thread_cells_timed(&v->cells)) {
		buf_adds(out, "on ");
		text_add_ms(t->on, out);
		buf_adds(out, " ms" PARTS_MORE ", off ");
		text_add_ms(t->off, out);
		buf_adds(out, " ms");
		if (t->unknown) {
			buf_adds(out, PARTS_MORE ", ? ");
			text_add_ms(t->unknown, out);
			buf_adds(out, " ms");
		}
		buf_addf(out, PARTS_MORE ", %llu out" PARTS_MORE ", %llu preempted",
			 (unsigned long long)t->switches, (unsigned long long)t->preempted);
	} else {
		text_add_plural(t->on, "sample", out);
		buf_adds(out, ", ");
		text_add_plural(t->records, "record", out);
	}
}

/* Append ", ready 1.2 ms, CPU 0, 3, ? 0.5 ms". */
static void add_states(const struct view_thread_times *v, const struct thread_list_line *line,
		       const struct thread_timeline_cell *cell, int from, int to, struct buf *out)
{
	struct buf cpus = BUF_INIT;

	if (cell->ready) {
		buf_adds(out, PARTS_MORE ", ready ");
		text_add_ms(cell->ready, out);
		buf_adds(out, " ms");
	}
	if (cell->stuck) {
		buf_adds(out, PARTS_MORE ", uninterruptible ");
		text_add_ms(cell->stuck, out);
		buf_adds(out, " ms");
	}
	if (line->thread != THREAD_LIST_PROCESS)
		thread_cpus_of(&v->cells, (uint32_t)line->thread, from, to, &cpus);
	if (cpus.len)
		buf_addf(out, PARTS_MORE ", %s", cpus.p);
	if (cell->lost) {
		buf_adds(out, PARTS_HINT ", ? ");
		text_add_ms(cell->lost, out);
		buf_adds(out, " ms");
	}
	buf_release(&cpus);
}

/* Append ", named perf" if the name of the thread at this time is not its last name. */
static void add_name_in(struct view_thread_times *v, uint32_t tid, uint64_t time, struct buf *out)
{
	struct buf then = BUF_INIT, last = BUF_INIT;

	comms_text(&v->comms, tid, time, &then);
	comms_text(&v->comms, tid, time_view_shown(&v->tv)->hi, &last);
	if (then.len && last.len && strcmp(then.p, last.p) != 0)
		buf_addf(out, PARTS_MORE ", named %s", then.p);
	buf_release(&then);
	buf_release(&last);
}

void thread_times_add_chosen(struct view_thread_times *v, const struct thread_list_line *line,
			     struct buf *out)
{
	struct time_range range = thread_times_chosen(&v->tv);
	struct thread_timeline_cell cell;
	uint64_t gone;
	int from, to;

	time_view_chosen(&v->tv, &from, &to);
	cell = thread_cells_of(&v->cells, line, from, to);
	time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ": ");
	thread_markers_text(&v->markers, &v->cells, line, from, to, v->tv.view.app->session, out);
	if (thread_cells_waits(&v->cells, line, from, to, &gone, out))
		return;
	if (thread_cells_timed(&v->cells)) {
		buf_adds(out, PARTS_HINT);
		text_add_plural(cell.records, "record", out);
		buf_adds(out, ", " PARTS_MAIN "on ");
		text_add_ms(cell.on, out);
		buf_addf(out, " ms, %.1f %%",
			 (double)cell.on * 100 / ((double)(range.hi - range.lo) + 1));
		add_states(v, line, &cell, from, to, out);
	} else {
		text_add_plural(cell.records, "record", out);
		buf_adds(out, ", ");
		text_add_plural(cell.on, "sample", out);
	}
	if (line->thread != THREAD_LIST_PROCESS)
		add_name_in(v, line->what.tid, range.hi, out);
}

/* A filter chooses the threads, and the samples that count. All switches of these threads count. */
const char *thread_times_source(const struct view_thread_times *v)
{
	static const char *const names[][2] = {
		[THREAD_TIMELINE_SAMPLES] = { "by samples of all events",
					      "by samples of all events" },
		[THREAD_TIMELINE_SWITCHES] = { "by SWITCH records",
					       "by all SWITCH records of threads" },
		[THREAD_TIMELINE_TRACEPOINT] = { "by sched:sched_switch",
						 "by all sched:sched_switch of threads" },
	};

	return names[thread_timeline_source(v->timeline)][*v->tv.what.where != '\0'];
}

/* Append "  ? unknown: 2 switches missing". */
static void add_missing(const struct view_thread_times *v, struct buf *out)
{
	uint64_t missing = thread_timeline_missing(v->timeline);
	bool unknown = thread_timeline_unknown(v->timeline);

	if (unknown)
		buf_adds(out, "  ? unknown: ");
	else if (missing)
		buf_adds(out, "  ");
	if (missing)
		buf_addf(out, "%llu switch%s missing", (unsigned long long)missing,
			 missing == 1 ? "" : "es");
	else if (unknown)
		buf_adds(out, "records missing");
}

/* What is missing comes first if not all fits. Rare characters are left out then. */
void thread_times_add_legend(const struct view_thread_times *v, size_t cols, struct buf *out)
{
	static const char seldom[] = "  T stopped or idle";
	struct buf legend = BUF_INIT, rest = BUF_INIT;
	size_t used;

	thread_markers_legend(&v->markers, v->cells.ascii, &rest);
	add_missing(v, &rest);
	thread_cells_legend(&v->cells, false, &legend);
	used = text_columns(legend.p, legend.len) + rest.len;
	if (used >= cols) {
		buf_reset(&legend);
		thread_cells_legend(&v->cells, true, &legend);
		used = text_columns(legend.p, legend.len) + rest.len;
	}
	if (thread_timeline_source(v->timeline) == THREAD_TIMELINE_TRACEPOINT &&
	    used + sizeof(seldom) <= cols)
		buf_adds(&legend, seldom);
	if (used > cols && rest.len)
		buf_addf(out, "%s  ", rest.p + 2);
	buf_add(out, legend.p, legend.len);
	if (used <= cols)
		buf_add(out, rest.p, rest.len);
	if (thread_timeline_cut(v->timeline))
		buf_addf(out, "  Only the first %d threads are shown: a filter can select others.",
			 THREAD_TIMELINE_THREADS);
	if (thread_timeline_wakeups_cut(v->timeline))
		buf_adds(out, "  Not all wakeups are kept: a filter for fewer threads, or a zoom, "
			      "shows more of them.");
	buf_release(&legend);
	buf_release(&rest);
}

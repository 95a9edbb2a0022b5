/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analysis/thread_tree.h"
#include "base/clock.h"
#include "recording/comms.h"
#include "recording/reader_text.h"
#include "records/records.h"
#include "records/time_range.h"
#include "session/session_time.h"
#include "shell/tui.h"
#include "views/table.h"
#include "views/views.h"

/* Ms between two sets of lines while threads are found. */
#define LINES_MS 200
/* Deeper trees are not indented more; records that the line of a thread names. */
#define INDENT_MAX 12
#define STORY 6

enum {
	CELL_THREAD,
	CELL_RECORDS,
	CELL_SAMPLES,
	CELL_TIME,
	CELL_TOLD,
	CELLS
};

struct view_threads {
	struct view_table table;
	struct thread_tree *tree;
	struct reader *reader;
	struct comms comms;
	struct thread_lines lines;
	VEC(uint8_t) open; /* 1 + enum thread_open of each node; 0: the initial state */
	int64_t lines_ms;  /* when lines were made */
	bool done;
};

static struct view_threads *self(const struct view_table *vt)
{
	return container_of(vt, struct view_threads, table);
}

/* ---- lines ---- */

static enum thread_open open_of(void *ctx, uint32_t node)
{
	const struct view_threads *v = ctx;

	return node < v->open.n && v->open.v[node] ? (enum thread_open)(v->open.v[node] - 1)
						   : THREAD_CHILDREN;
}

static void set_open(struct view_threads *v, uint32_t node, enum thread_open open)
{
	vec_fill(&v->open, node + 1ul);
	v->open.v[node] = (uint8_t)(open + 1);
}

/* The line of a thread or event, or of the event's thread. */
static uint64_t find_line(const struct view_threads *v, uint32_t node, uint32_t event)
{
	uint64_t found = 0;

	for (size_t i = 0; i < v->lines.list.n; i++) {
		const struct thread_line *line = &v->lines.list.v[i];

		if (line->node != node)
			continue;
		if (line->event == event)
			return i;
		if (line->event == THREAD_NONE)
			found = i;
	}
	return found;
}

/* The cursor stays on its line, whatever lines appear before it. */
static void make_lines(struct view_threads *v)
{
	struct thread_line at = { THREAD_NONE, THREAD_NONE, 0, false };
	uint64_t row;

	if (view_table_row(&v->table, &row))
		at = v->lines.list.v[row];
	thread_tree_lines(v->tree, open_of, v, &v->lines);
	if (at.node != THREAD_NONE)
		v->table.cursor = find_line(v, at.node, at.event);
	v->lines_ms = clock_ms();
}

static uint64_t threads_count(const struct view_table *vt)
{
	return self(vt)->lines.list.n;
}

/* ---- cells ---- */

static void thread_cell(struct view_threads *v, const struct thread_line *line, size_t column,
			struct buf *out)
{
	struct thread_node node = thread_tree_node(v->tree, line->node);
	enum thread_open open = open_of(v, line->node);
	bool more = line->below && open != THREAD_ALL;

	switch (column) {
	case CELL_THREAD:
		buf_adds(out, !line->below ? "  " : more ? "\u25b8 " : "\u25be ");
		buf_add_u64(out, node.tid);
		buf_addc(out, ' ');
		comms_text(&v->comms, node.tid, UINT64_MAX, out);
		break;
	case CELL_RECORDS:
		buf_add_u64(out, node.records);
		break;
	case CELL_SAMPLES:
		buf_add_u64(out, node.samples);
		break;
	default:
		break;
	}
}

static void event_text(struct view_threads *v, const struct thread_event *event,
		       const struct row_info *info, struct buf *out)
{
	uint32_t ppid;

	switch (event->kind) {
	case THREAD_FORK:
		buf_adds(out, info->pid == info->tid ? "fork" : "thread");
		if (info->pid == info->tid && reader_ppid(v->reader, info, &ppid))
			buf_addf(out, " of %u", ppid);
		break;
	case THREAD_EXIT:
		buf_adds(out, "exit");
		break;
	case THREAD_COMM:
	case THREAD_EXEC:
	default:
		buf_adds(out, event->kind == THREAD_EXEC ? "exec " : "comm ");
		reader_comm(v->reader, info, out);
		break;
	}
}

/* Append the history of a thread in short; the lines below it have each record. */
static void add_story(struct view_threads *v, const struct thread_node *node, struct buf *out)
{
	uint32_t e = node->first;

	for (int n = 0; e != THREAD_NONE; n++) {
		struct thread_event event = thread_tree_event(v->tree, e);
		struct row_info info;

		if (n == STORY) {
			buf_adds(out, ", \u2026");
			return;
		}
		buf_adds(out, n ? ", " : "");
		if (reader_row(v->reader, event.row, &info, NULL) < 0)
			return;
		event_text(v, &event, &info, out);
		if (event.kind == THREAD_EXIT && info.has_time) {
			buf_adds(out, " at ");
			session_time_add_of(v->table.view.app->session, v->reader, &info, out);
		}
		e = event.next;
	}
}

/* A thread's line has the time of its first record. */
static void told_cell(struct view_threads *v, const struct thread_line *line, size_t column,
		      struct buf *out)
{
	struct thread_node node = thread_tree_node(v->tree, line->node);
	uint32_t which = line->event == THREAD_NONE ? node.first : line->event;
	struct thread_event event;
	struct row_info info;

	if (column == CELL_TOLD && line->event == THREAD_NONE) {
		add_story(v, &node, out);
		return;
	}
	if (which == THREAD_NONE)
		return;
	event = thread_tree_event(v->tree, which);
	if (reader_row(v->reader, event.row, &info, NULL) < 0)
		return;
	if (column == CELL_TIME && (!info.has_time || !info.time))
		buf_adds(out, "before");
	else if (column == CELL_TIME)
		session_time_add_of(v->table.view.app->session, v->reader, &info, out);
	else if (column == CELL_TOLD)
		event_text(v, &event, &info, out);
	else if (column == CELL_THREAD)
		buf_addf(out, "  record %llu", (unsigned long long)info.ordinal);
}

static void threads_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_threads *v = self(vt);
	const struct thread_line *line = &v->lines.list.v[row];
	uint32_t indent = line->depth < INDENT_MAX ? line->depth : INDENT_MAX;

	if (column == CELL_THREAD)
		buf_fill(out, ' ', 2 * (size_t)indent);
	if (column == CELL_TIME || column == CELL_TOLD || line->event != THREAD_NONE)
		told_cell(v, line, column, out);
	else
		thread_cell(v, line, column, out);
}

static enum style threads_style(struct view_table *vt, uint64_t row, size_t column)
{
	if (self(vt)->lines.list.v[row].event != THREAD_NONE)
		return STYLE_DIM;
	return column == CELL_THREAD ? STYLE_TYPE
	       : column == CELL_TIME ? STYLE_NUMBER
				     : STYLE_NORMAL;
}

/* The part of the recording's time from the first FORK of the thread to its last EXIT. */
static bool threads_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	struct view_threads *v = self(vt);
	const struct thread_line *line = &v->lines.list.v[row];
	struct thread_node node = thread_tree_node(v->tree, line->node);
	struct thread_event first, last;
	struct time_range all;
	double ns;

	if (line->event != THREAD_NONE || !time_range_whole(vt->view.app, &all))
		return false;
	ns = (double)(all.hi - all.lo) + 1;
	bar->range = true;
	bar->to = 1;
	if (node.first == THREAD_NONE)
		return true;
	first = thread_tree_event(v->tree, node.first);
	last = thread_tree_event(v->tree, node.last);
	if (first.kind == THREAD_FORK && first.time > all.lo)
		bar->from = (double)(first.time - all.lo) / ns;
	if (last.kind == THREAD_EXIT && last.time > all.lo)
		bar->to = (double)(last.time - all.lo) / ns;
	return true;
}

/* ---- actions ---- */

static bool fold(struct view_threads *v, const struct action_call *call)
{
	const struct thread_line *line = &v->lines.list.v[v->table.cursor];
	enum thread_open open = open_of(v, line->node);

	if (call->action == ACTION_RIGHT && open < THREAD_ALL)
		set_open(v, line->node, open + 1);
	else if (call->action == ACTION_LEFT && line->event == THREAD_NONE && open > THREAD_CLOSED)
		set_open(v, line->node, open - 1);
	else
		return false;
	make_lines(v);
	return true;
}

static void go_up(struct view_threads *v)
{
	struct thread_line line = v->lines.list.v[v->table.cursor];
	struct thread_node node = thread_tree_node(v->tree, line.node);

	if (line.event != THREAD_NONE)
		v->table.cursor = find_line(v, line.node, THREAD_NONE);
	else if (node.parent != THREAD_NONE)
		v->table.cursor = find_line(v, node.parent, THREAD_NONE);
}

/* Set the line first and the deeper lines after it; if whole, all lines. */
static void set_below(struct view_threads *v, uint64_t first, bool whole, enum thread_open open)
{
	uint32_t depth = v->lines.list.v[first].depth;

	for (uint64_t i = first; i < v->lines.list.n; i++) {
		if (!whole && i > first && v->lines.list.v[i].depth <= depth)
			break;
		set_open(v, v->lines.list.v[i].node, open);
	}
	make_lines(v);
}

/* A closed line that is opened has new lines below it. */
static void open_all(struct view_threads *v, uint64_t first)
{
	size_t before;

	do {
		before = v->lines.list.n;
		set_below(v, first, first == 0, THREAD_ALL);
	} while (v->lines.list.n > before);
}

static void filter_thread(struct view_threads *v, const struct thread_line *line,
			  enum action action)
{
	struct thread_node node = thread_tree_node(v->tree, line->node);
	struct buf condition = BUF_INIT;

	buf_addf(&condition, "tid == %u", node.tid);
	records_filter_from(v->table.view.app, condition.p, action);
	buf_release(&condition);
}

static void open_line(struct view_threads *v, const struct action_call *call)
{
	struct thread_line line = v->lines.list.v[v->table.cursor];

	if (line.event == THREAD_NONE)
		filter_thread(v, &line, call->action);
	else
		records_show_row(v->table.view.app, thread_tree_event(v->tree, line.event).row);
}

static bool threads_act(struct view_table *vt, const struct action_call *call)
{
	struct view_threads *v = self(vt);
	uint64_t row;

	if (!view_table_row(vt, &row))
		return true;
	switch (call->action) {
	case ACTION_RIGHT:
		fold(v, call);
		break;
	case ACTION_LEFT:
		if (!fold(v, call))
			go_up(v);
		break;
	case ACTION_PARENT:
		go_up(v);
		break;
	case ACTION_EXPAND_ALL:
		open_all(v, row);
		break;
	case ACTION_COLLAPSE_ALL:
		set_below(v, 0, true, THREAD_CLOSED);
		break;
	case ACTION_OPEN:
		open_line(v, call);
		break;
	default:
		filter_thread(v, &v->lines.list.v[row], call->action);
		break;
	}
	return true;
}

/* ---- background work ---- */

static bool threads_busy(const struct view *view)
{
	const struct view_threads *v = self(view_table_of(view));

	return !v->done && !v->table.cancelled;
}

static void threads_work(struct view_table *vt, struct buf *out)
{
	view_table_work(vt, "counting", "counted", out);
	if (thread_tree_cut(self(vt)->tree))
		buf_addf(out, "%sthe list is incomplete", out->len ? ", " : "");
}

static const char *threads_empty(const struct view_table *vt)
{
	return threads_busy(&vt->view) ? "counting\u2026" : "no record names a thread";
}

static bool threads_wake(struct view *view)
{
	struct view_threads *v = self(view_table_of(view));
	struct worker_progress progress;
	bool first = !v->lines.list.n;

	job_progress(v->table.job, &progress);
	if (v->done && progress.done)
		return false;
	v->done = progress.done;
	if (!v->done && clock_ms() - v->lines_ms < LINES_MS)
		return false;
	make_lines(v);
	return v->done || first;
}

static bool threads_cancel(struct view *view)
{
	struct view_threads *v = self(view_table_of(view));

	if (!threads_busy(view))
		return false;
	job_cancel(v->table.job);
	v->table.cancelled = true;
	make_lines(v);
	return true;
}

static void threads_close(struct view_table *vt)
{
	struct view_threads *v = self(vt);

	thread_tree_free(v->tree);
	reader_close(v->reader);
	comms_release(&v->comms);
	vec_release(&v->lines.list);
	vec_release(&v->open);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[CELLS] = {
	[CELL_THREAD] = { "thread", false, 40 },
	[CELL_RECORDS] = { "records", true, 0, .digits = true, .number = { NULL, "records", "of the thread", NUMBER_ALL } },
	[CELL_SAMPLES] = { "samples", true, 0, .screen = 44, .digits = true, .number = { NULL, "samples", "of the thread", NUMBER_ALL } },
	[CELL_TIME] = { "begin", true, 0, .screen = 60, .bar = 60,
			.number = { NULL, "s", "time of the FORK of the thread", NUMBER_RECORD } },
	[CELL_TOLD] = { "details", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN,	  ACTION_RIGHT,	     ACTION_LEFT,
				       ACTION_PARENT,	  ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL,
				       ACTION_FILTER_AND, ACTION_FILTER_NOT, ACTION_FILTER_ONLY,
				       ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,	ACTION_RIGHT,	   ACTION_LEFT,
				     ACTION_EXPAND_ALL, ACTION_FILTER_AND, ACTION_CLOSE,
				     ACTION_HELP,	ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the records of the thread, or the record of the line" },
	{ ACTION_RIGHT, "open", "show the child threads and processes; again: the FORK, COMM and EXIT records" },
	{ ACTION_LEFT, "close", "close; again: go to the parent" },
	{ ACTION_PARENT, "parent", "go to the parent" },
	{ ACTION_EXPAND_ALL, "open all", "open the subtree; on the first line: everything" },
	{ ACTION_COLLAPSE_ALL, "close all", "close all" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_threads = {
	.name = "the threads",
	.title = "threads: all records, samples of all events",
	.unfiltered = true,
	.n = CELLS,
	.columns = columns,
	.count = threads_count,
	.closed = view_table_closed,
	.cell = threads_cell,
	.style = threads_style,
	.bar = threads_bar,
	.act = threads_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = threads_work,
	.empty = threads_empty,
	.wake = threads_wake,
	.busy = threads_busy,
	.cancel = threads_cancel,
	.close = threads_close,
};

/* Open the threads as a tree: who created whom, what each did, and how many records it has. */
void threads_open(struct app *app)
{
	struct view_threads *v = view_table_once(app, &table_threads, sizeof(*v));

	if (!v)
		return;
	v->reader = reader_open(app->rec);
	comms_init(&v->comms, app->rec);
	v->tree = thread_tree_start(app->rec, &v->table.view.watcher);
	v->table.job = thread_tree_job(v->tree);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "session/session_filter.h"
#include "shell/topics.h"
#include "views/counted.h"
#include "views/overview_view.h"
#include "views/views.h"

enum {
	TEXT_COLS = 80 /* columns of the page as text */
};

static const char *const section_names[OVERVIEW_SECTIONS] = {
	[OVERVIEW_RECORDED] = "recorded",   [OVERVIEW_EVENTS] = "events",
	[OVERVIEW_COUNTERS] = "counters",   [OVERVIEW_THREADS] = "threads",
	[OVERVIEW_FUNCTIONS] = "functions", [OVERVIEW_PROBLEMS] = "problems",
	[OVERVIEW_LEADS] = "look at",
};

/* ---- lines ---- */

void overview_view_make_lines(struct view_overview *v)
{
	struct overview_line at = { .section = OVERVIEW_RECORDED, .first = true };
	uint64_t row;

	if (view_table_row(&v->table, &row))
		at = v->lines.list.v[row];
	/* The page as text has no end. */
	overview_lines_make(&v->lines, &v->text, v->body > 0 ? (size_t)v->body : 0,
			    v->table.view.app->opt->batch);
	v->table.cursor = overview_lines_find(&v->lines, &at, v->table.cursor);
}

static void make_title(struct view_overview *v)
{
	const struct session *session = v->table.view.app->session;
	struct buf title = BUF_INIT;

	buf_adds(&title, "overview");
	if (session_filter_is(session, ""))
		buf_adds(&title, ", all records");
	session_filter_add_title(session, "", &title);
	if (v->found.event.name) {
		buf_adds(&title, ": samples");
		counted_add_picked(&v->found.event, &title);
	}
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

static uint64_t count_lines(const struct view_table *vt)
{
	return overview_view_of(vt)->lines.list.n;
}

static void overview_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_overview *v = overview_view_of(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (column == 0) {
		buf_adds(out, line->first ? section_names[line->section] : "");
		return;
	}
	if (line->head)
		overview_text_add_head(&v->text, line->section, out);
	else if (line->rest && !overview_count(&v->found, line->section))
		overview_text_add_empty(&v->text, line->section, out);
	else if (line->rest)
		overview_text_add_rest(&v->text, line->section, line->i, out);
	else
		overview_text_add(&v->text, line->section, line->i, out);
}

static enum style overview_style(struct view_table *vt, uint64_t row, size_t column)
{
	const struct view_overview *v = overview_view_of(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (column == 0)
		return STYLE_GROUP;
	if (line->head)
		return STYLE_HEADER;
	if (line->rest)
		return STYLE_DIM;
	if (line->section == OVERVIEW_PROBLEMS)
		return STYLE_DAMAGE;
	return line->section == OVERVIEW_LEADS ? STYLE_TYPE : STYLE_NORMAL;
}

static void overview_explain(const struct view_table *vt, uint64_t row, struct buf *out)
{
	const struct view_overview *v = overview_view_of(vt);
	const struct overview_line *line = &v->lines.list.v[row];

	if (line->section != OVERVIEW_PROBLEMS || line->rest)
		return;
	if (v->found.kinds.v[line->i] == OVERVIEW_NO_SYMBOLS)
		topics_add(vt->view.app, TOPIC_NO_SYMBOLS, out);
	else
		topics_add_problem(v->found.kinds.v[line->i], out);
}

/* ---- background work ---- */

static void take(struct view_overview *v)
{
	overview_take(&v->found);
	make_title(v);
	overview_view_make_lines(v);
}

static bool overview_wake(struct view *view)
{
	take(overview_view_of(view_table_of(view)));
	return true;
}

static bool is_busy(const struct view *view)
{
	return overview_busy(&overview_view_of(view_table_of(view))->found);
}

static void overview_work(struct view_table *vt, struct buf *out)
{
	const struct overview *found = &overview_view_of(vt)->found;

	if (overview_section_busy(found, OVERVIEW_FUNCTIONS) && found->parts)
		ranking_work(&found->functions, out);
	else if (overview_busy(found))
		ranking_work(&found->threads.ranking, out);
	else if (found->parts > 1)
		buf_addf(out, "functions of 1 in %llu samples", (unsigned long long)found->parts);
}

static bool cancel(struct view *view)
{
	return overview_cancel(&overview_view_of(view_table_of(view))->found);
}

/* ---- the view ---- */

static void close_overview(struct view_table *vt)
{
	struct view_overview *v = overview_view_of(vt);

	overview_text_release(&v->text);
	overview_release(&v->found);
	overview_lines_release(&v->lines);
	buf_release(&v->heading);
	buf_release(&v->hint);
	free(v->title);
	free(v);
}

static const struct table_column columns[] = { { "", false, 0 }, { "", false, 0 } };

static const enum action actions[] = {
	ACTION_OPEN,	   ACTION_CODE,		 ACTION_EVENT_NEXT,
	ACTION_EVENT_ALL,  ACTION_FIND,		 ACTION_FIND_NEXT,
	ACTION_FIND_PREV,  ACTION_VIEW_SANDWICH, ACTION_VIEW_STACKCHART,
	ACTION_VIEW_FLAME, ACTION_VIEW_HEAT,	 ACTION_NONE
};

static const enum action hints[] = { ACTION_OPEN, ACTION_VIEW_RECORDS, ACTION_VIEW_FLAME,
				     ACTION_FIND, ACTION_EVENT_NEXT,   ACTION_CLOSE,
				     ACTION_HELP, ACTION_NONE };

/* clang-format off */
/* A line of a function has actions of its own. */
static const enum action function_hints[] = { ACTION_OPEN,  ACTION_CODE,	ACTION_VIEW_SANDWICH,
					      ACTION_FIND,  ACTION_EVENT_NEXT, ACTION_CLOSE,
					      ACTION_HELP,  ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "open", "open the line: records, a view, the whole section, or the whole command line" },
	{ ACTION_CODE, "code", "annotate the function of the line, or else the hottest function; on a thread: list its functions" },
	{ ACTION_VIEW_SANDWICH, "callers",
	  "show the function of the line, or else the hottest one, between its callers and callees; on a thread: list its functions" },
	{ ACTION_VIEW_STACKCHART, "stack chart", "show the stacks of the line's thread, or else of the busiest thread, in time order" },
	{ ACTION_VIEW_FLAME, "flame graph", "show the stacks of the samples as a flame graph; on a thread: only its samples" },
	{ ACTION_VIEW_HEAT, "heat map", "show a heat map of the samples; on a thread: only its records" },
	{ ACTION_FIND, "find records", "search the records, not this screen, and show the match in the list" },
	{ ACTION_FIND_NEXT, "next", "search the records again" },
	{ ACTION_FIND_PREV, "previous", "search the records again, backwards" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* clang-format off */
static const struct number numbers[] = {
	{ "records", "records", "in the recording", NUMBER_ALL },
	{ "duration", "s, ms, us", "from the first record to the last", NUMBER_ALL },
	{ "duration of the samples", "s, ms, us", "from the first sample to the last; "
				"shown if it is more than a tenth shorter than the duration", NUMBER_ALL },
	{ "size", "B, KiB, MiB", "of the files", NUMBER_FILE },
	{ "samples of an event", "samples", "of the event", NUMBER_EACH },
	{ "rate of an event", "1/s", "samples per second, from the first sample of all events to the last", NUMBER_EACH },
	{ "value of a counter", "counts, or the unit", "of perf stat: the last values on all CPUs and in all threads, "
				"scaled to the time that they were enabled", NUMBER_ALL },
	{ "% of a counter", "%", "of the time that it was enabled; shown if it did not count all the time", NUMBER_ALL },
	{ "samples of a thread", "samples", "of the thread", NUMBER_BUSY },
	{ "% of a thread", "%", "of the samples of the event, without those of thread 0", NUMBER_BUSY },
	{ "samples of a function", "samples", "in the function", NUMBER_BUSY },
	{ "% of a function", "%", "of the samples of the event, without those of thread 0", NUMBER_BUSY },
	{ "problems", "records", "that have the problem, or that were lost", NUMBER_ALL },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

static const enum action *overview_hints(const struct view_table *vt)
{
	const struct view_overview *v = overview_view_of(vt);
	uint64_t row = v->table.cursor;

	return row < v->lines.list.n && v->lines.list.v[row].section == OVERVIEW_FUNCTIONS
		       ? function_hints
		       : hints;
}

/*
 * Return the number of samples that Enter opens on a thread or a function. The texts of a section
 * have about the same width, so that the hints after them stay where they are.
 */
static const char *overview_hint(struct view *view, enum action action)
{
	struct view_overview *v = overview_view_of(view_table_of(view));
	const struct overview_line *line = &v->lines.list.v[v->table.cursor];
	struct group_value values[GROUP_FIELDS_MAX];
	uint64_t n;

	if (action != ACTION_OPEN || v->table.cursor >= v->lines.list.n)
		return NULL;
	if (line->rest)
		return overview_count(&v->found, line->section) ? "all of them" : NULL;
	if (line->section == OVERVIEW_RECORDED)
		return v->text.opened && overview_text_folds(&v->text, line->i) ? "fold" : NULL;
	if (line->section == OVERVIEW_THREADS)
		n = v->found.threads.list.v[line->i].samples;
	else if (line->section == OVERVIEW_FUNCTIONS && v->found.parts == 1)
		n = ranking_value(&v->found.functions, line->i, values);
	else
		return NULL;
	buf_reset(&v->hint);
	text_add_plural(n, "sample", &v->hint);
	return v->hint.p;
}

const struct table_ops table_overview = {
	.name = "the overview",
	.title = "overview",
	.n = 2,
	.columns = columns,
	.numbers = numbers,
	.count = count_lines,
	.cell = overview_cell,
	.style = overview_style,
	.explain = overview_explain,
	.lay_out = overview_draw_lay_out,
	.overlay = overview_draw_signs,
	.hint = overview_hint,
	.act = overview_act,
	.actions = actions,
	.choose_hints = overview_hints,
	.words = words,
	.work = overview_work,
	.wake = overview_wake,
	.busy = is_busy,
	.cancel = cancel,
	.close = close_overview,
};

/*
 * Open the recording on one screen: how it was made, its events over time, the busiest threads and
 * functions, problems, and questions to ask. Each line opens its subject. Lines appear while the
 * index is built.
 */
void overview_open(struct app *app)
{
	struct view_overview *v = view_table_once(app, &table_overview, sizeof(*v));

	if (!v)
		return;
	memcpy(v->columns, columns, sizeof(columns));
	v->table.columns.v = v->columns;
	buf_init(&v->heading);
	buf_init(&v->hint);
	overview_start(&v->found, app, &v->table.view.watcher);
	overview_text_init(&v->text, &v->found);
	overview_draw_set_cols(v, TEXT_COLS);
	take(v);
}

bool overview_is(const struct view *view)
{
	return !strcmp(view->ops->name, table_overview.name);
}

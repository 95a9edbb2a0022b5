/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/counts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "shell/command.h"
#include "shell/tui.h"
#include "views/counted.h"
#include "views/counts_line.h"
#include "views/views.h"
#include "widgets/event_style.h"
#include "widgets/memlevel.h"
#include "widgets/parts.h"
#include "widgets/progress.h"
#include "widgets/sparkline.h"

static struct view_counts *self(const struct view_table *vt)
{
	return container_of(vt, struct view_counts, table);
}

/* ---- lines ---- */

static uint64_t counts_count(const struct view_table *vt)
{
	const struct totals *totals = self(vt)->totals;

	return totals ? totals_lines(totals) : 0;
}

static bool counts_closed(const struct view_table *vt)
{
	return self(vt)->columns.folded;
}

/* Draw a shape (analysis/numeric_stats.h). */
static void add_spark(const struct view_counts *v, int128 shape, struct buf *out)
{
	uint64_t heights[NUMERIC_SHAPE];

	for (size_t i = 0; i < NUMERIC_SHAPE; i++)
		heights[i] = shape == AGGREGATE_NONE ? 0 : (uint64_t)(shape >> 8 * i) & 0x7f;
	sparkline_add(out, heights, NUMERIC_SHAPE, NUMERIC_SHAPE, v->table.view.app->opt->ascii);
}

static void counts_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_counts *v = self(vt);
	struct totals_line line;
	size_t start;

	totals_line(v->totals, row, &line);
	if (counts_columns_is_shape(&v->columns, column)) {
		add_spark(v, line.numbers[v->columns.v[column].n], out);
		return;
	}
	start = out->len;
	counts_columns_cell(&v->columns, column, v->totals, &line, &v->order, out);
	if (v->explain && v->columns.v[column].what == ORDER_FIELD && !v->columns.v[column].n)
		v->explain(out->p + start, out);
}

static enum style counts_style(struct view_table *vt, uint64_t row, size_t column)
{
	struct view_counts *v = self(vt);
	enum style style = counts_columns_style(&v->columns, column), value;
	bool event = counts_columns_is_event(&v->columns, column);
	struct buf text = BUF_INIT;

	if (!event && !counts_columns_is_level(&v->columns, column))
		return style;
	counts_cell(vt, row, column, &text);
	value = event ? event_style(vt->view.app->rec, text.p) : memlevel_style(text.p);
	buf_release(&text);
	return value == STYLE_NORMAL ? style : value;
}

static bool counts_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	struct view_counts *v = self(vt);
	struct totals_line line;

	totals_line(v->totals, row, &line);
	return counts_columns_share(&v->columns, v->totals, &line, &v->order, &bar->to);
}

/* ---- order ---- */

/* Append how many numbers no aggregate took because they stand for "not known". */
static void add_unknown(const struct view_counts *v, struct buf *out)
{
	const struct totals_query *q = &v->query;

	for (size_t i = 0; v->totals && i < q->aggregates_n; i++) {
		if (!totals_all(v->totals)->unknown[i])
			continue;
		buf_addf(out, "%llu ", (unsigned long long)totals_all(v->totals)->unknown[i]);
		field_name(&q->aggregates[i].field, out);
		buf_adds(out, " unknown; ");
		return;
	}
}

static void set_title(struct view_counts *v)
{
	struct buf title = BUF_INIT;
	bool each;

	add_unknown(v, &title);
	if (v->totals)
		counts_columns_add_apart(&v->columns, v->totals, &title);
	counts_columns_add_all(&v->columns, v->totals, &title);
	counts_events_title(&v->events, &title);
	/* If each line is one record, its columns say enough: the room is for the order. */
	each = v->query.n && v->query.by[0].id == F_ordinal;
	buf_adds(&title, each ? " one a line" : PARTS_HINT " by");
	for (size_t i = 0; i < v->query.n && !each; i++) {
		buf_adds(&title, i ? ", " : " ");
		field_name(&v->query.by[i], &title);
	}
	if (v->events.mode == EVENTS_COLUMNS)
		buf_adds(&title, PARTS_MORE ", events side by side");
	if (v->order.column != ORDER_COUNT || v->order.reverse)
		buf_addf(&title, PARTS_MORE ", sorted by %s%s",
			 counts_columns_title(&v->columns, &v->order),
			 v->order.reverse ? ", reversed" : "");
	if (v->totals)
		counts_columns_add_sum(&v->columns, v->totals, &v->order, &title);
	counted_add_where_of(v->table.view.app->session, v->where, &title);
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

static void counts_retitle(struct view_table *vt)
{
	set_title(self(vt));
}

static void arrange(struct view_counts *v, bool folded)
{
	struct view_table *vt = &v->table;

	counts_columns_arrange(&v->columns, &v->order, folded);
	vt->columns.v = v->columns.table;
	vt->columns.n = v->columns.n;
	vt->columns.held = counts_columns_held(&v->columns);
	if (vt->column >= vt->columns.n)
		vt->column = vt->columns.n - 1;
	table_columns_forget_widths(&vt->columns);
	if (v->totals)
		totals_arrange(v->totals, &v->order, folded);
	set_title(v);
}

static void start(struct view_counts *v)
{
	totals_job_free(v->job);
	v->job = totals_job_start(v->table.view.app->rec, &v->query, &v->order,
				  &v->table.view.watcher);
}

/* ---- events ---- */

/* Make a column for each event, sorted by that of a name, else by the first. */
static int read_columns(struct view_counts *v, const char *sort, struct err *err)
{
	struct totals_query *q = &v->query;
	int rc = counts_events_columns(&v->events, v->aggregates, q, err);

	v->order.column = q->aggregates_n ? ORDER_AGGREGATE : ORDER_FIELD;
	v->order.n = 0;
	if (!rc && sort)
		rc = grouporder_parse(&v->order, sort, q->by, q->aggregates_n, err);
	return rc;
}

/*
 * Count again for other events. An order that was not chosen is that of the first event, which may
 * be another one now.
 */
static void restart(struct view_counts *v)
{
	struct buf sort = BUF_INIT;
	const struct counts_title *titles = v->columns.titles;

	totals_job_free(v->job);
	totals_free(v->totals);
	v->job = NULL;
	v->totals = NULL;
	if (v->events.mode == EVENTS_COLUMNS && v->sorted && v->order.column == ORDER_AGGREGATE)
		buf_addf(&sort, "%s%s", v->order.reverse ? "-" : "",
			 v->query.aggregates_n ? v->query.aggregates[v->order.n].name : "");
	if (v->events.mode == EVENTS_COLUMNS && read_columns(v, sort.len ? sort.p : NULL, NULL))
		read_columns(v, NULL, NULL);
	counts_events_filter(&v->events, &v->query);
	counts_columns_release(&v->columns);
	counts_columns_init(&v->columns, &v->query, titles, v->events.mode == EVENTS_COLUMNS);
	arrange(v, false);
	start(v);
	buf_release(&sort);
}

static void counts_note(struct view *view, struct buf *out)
{
	counts_events_note(&self(view_table_of(view))->events, out);
}

/* If some groups were dropped, another order may have other groups first: count again. */
static void sort_by(struct view_counts *v, const struct grouporder *order)
{
	v->order = *order;
	v->sorted = true;
	if (v->totals && totals_kept(v->totals) < totals_all(v->totals)->groups)
		start(v);
	arrange(v, v->columns.folded);
	v->table.cursor = 0;
}

static void sort_by_column(struct view_counts *v)
{
	struct grouporder order = counts_columns_order(&v->columns, v->table.column, &v->order);

	sort_by(v, &order);
}

/* ---- actions ---- */

/* Keep the cursor on its line, or on the line that contains that one. */
static void keep_cursor(struct view_counts *v, const char *key, size_t len)
{
	size_t line;

	if (totals_find(v->totals, key, len, &line))
		v->table.cursor = line;
	else if (v->table.cursor >= totals_lines(v->totals))
		v->table.cursor = 0;
}

static uint64_t counts_row(const struct view *view)
{
	const struct view_counts *v = self(view_table_of(view));
	struct totals_line line;

	if (!counts_columns_of_records(&v->columns) || !counts_count(&v->table))
		return UINT64_MAX;
	totals_line(v->totals, v->table.cursor, &line);
	return counts_line_row(v, &line);
}

static void set_folded(struct view_counts *v, bool folded)
{
	if (folded && !totals_can_fold(v->totals)) {
		app_complain(v->table.view.app,
			     v->query.n < 2 ? "Nothing to fold: there is only one field."
					    : "Too many groups to fold: filter some out.");
		return;
	}
	arrange(v, folded);
}

/* Go to the first line that contains this one. */
static void to_parent(struct view_counts *v, const struct totals_line *line)
{
	struct group_value value;
	const char *p = line->key;

	for (size_t i = 0; i < line->depth; i++)
		p = groupkey_take(p, &value);
	keep_cursor(v, line->key, (size_t)(p - line->key));
}

static void open_all(struct view_counts *v, bool open)
{
	struct totals_line line;

	totals_line(v->totals, v->table.cursor, &line);
	v->opened = open;
	totals_open_all(v->totals, open);
	keep_cursor(v, line.key, line.key_len);
}

static bool counts_act(struct view_table *vt, const struct action_call *call)
{
	struct view_counts *v = self(vt);
	struct totals_line line;
	uint64_t row;

	if (call->action == ACTION_EVENT_NEXT || call->action == ACTION_EVENT_ALL) {
		counts_events_act(&v->events, vt->view.app, call->action);
		return true;
	}
	if (!view_table_row(vt, &row))
		return true;
	totals_line(v->totals, row, &line);
	switch (call->action) {
	case ACTION_ORDER:
		sort_by_column(v);
		break;
	case ACTION_CODE:
	case ACTION_VIEW_SANDWICH:
		counts_line_open_function(v, &line, call->action);
		break;
	case ACTION_MAXIMISE:
		if (!v->columns.folded)
			set_folded(v, true);
		else if (!line.leaf)
			totals_open(v->totals, line.node, !line.open);
		break;
	case ACTION_ZOOM_OUT:
		set_folded(v, !v->columns.folded);
		break;
	case ACTION_EXPAND_ALL:
	case ACTION_COLLAPSE_ALL:
		if (!v->columns.folded)
			set_folded(v, true);
		if (v->columns.folded)
			open_all(v, call->action == ACTION_EXPAND_ALL);
		break;
	case ACTION_PARENT:
		if (v->columns.folded && line.depth)
			to_parent(v, &line);
		break;
	case ACTION_OPEN:
		counts_line_open(v, &line);
		break;
	case ACTION_COUNT_BY:
		command_prompt(vt->view.app, "split ");
		break;
	default:
		counts_line_filter(v, &line, call->action);
		break;
	}
	return true;
}

/* ---- background work ---- */

static bool is_counting(const struct view_counts *v)
{
	return totals_job_state(v->job) < COUNTING_DONE;
}

/* Does the event have no records, so that the next event is counted? */
static bool passes_over(const struct view_counts *v)
{
	return totals_job_state(v->job) == COUNTING_DONE &&
	       (!v->totals || !totals_all(v->totals)->groups) && counts_events_may_pass(&v->events);
}

static bool counts_busy(const struct view *view)
{
	const struct view_counts *v = self(view_table_of(view));

	return is_counting(v) || passes_over(v);
}

static void counts_work(struct view_table *vt, struct buf *out)
{
	const struct view_counts *v = self(vt);
	enum counting_state state = totals_job_state(v->job);

	progress_counting(totals_job_counting(v->job), state,
			  v->totals ? totals_rows(v->totals) : 0, out);
	if (state == COUNTING_DONE && v->totals &&
	    totals_kept(v->totals) < totals_all(v->totals)->groups)
		buf_addf(out, "the first of %llu",
			 (unsigned long long)totals_all(v->totals)->groups);
}

static const char *counts_empty(const struct view_table *vt)
{
	const struct view_counts *v = self(vt);

	if (counts_busy(&vt->view))
		return "counting\u2026";
	if (counts_events_chosen(&v->events))
		return "no such samples of this event: {event-next} chooses the next event";
	return v->empty ? v->empty : "no records";
}

/* Replace the shown totals by the newest ones. */
static bool take_totals(struct view_counts *v)
{
	struct totals *totals = totals_job_take(v->job), *before = v->totals;
	struct totals_line line;

	if (!totals)
		return false;
	v->totals = totals;
	arrange(v, v->columns.folded && totals_can_fold(totals));
	if (v->opened)
		totals_open_all(totals, true);
	else if (before)
		totals_open_as(totals, before);
	if (before && v->table.cursor && v->table.cursor < totals_lines(before)) {
		totals_line(before, v->table.cursor, &line);
		keep_cursor(v, line.key, line.key_len);
	}
	totals_free(before);
	return true;
}

static bool counts_wake(struct view *view)
{
	struct view_counts *v = self(view_table_of(view));
	bool done;

	if (counts_events_look(&v->events)) {
		restart(v);
		return true;
	}
	done = !is_counting(v);
	if (!take_totals(v) && !done)
		return false;
	/* The totals just taken may have been the last. */
	if (passes_over(v)) {
		eventpick_pass_over(&v->events.pick);
		restart(v);
	}
	return true;
}

static bool counts_cancel(struct view *view)
{
	if (!counts_busy(view))
		return false;
	totals_job_cancel(self(view_table_of(view))->job);
	take_totals(self(view_table_of(view)));
	return true;
}

static void counts_above_text(struct view_table *vt, struct buf *out)
{
	size_t start = out->len;

	take_totals(self(vt));
	counts_work(vt, out);
	if (out->len > start)
		buf_addc(out, '\n');
}

static void release(struct view_counts *v)
{
	totals_job_free(v->job);
	totals_free(v->totals);
	totals_query_release(&v->query);
	counts_events_release(&v->events);
	counts_columns_release(&v->columns);
	free(v->aggregates);
	free(v->title);
	free(v->where);
	free(v);
}

static void counts_close(struct view_table *vt)
{
	release(self(vt));
}

/* ---- the view ---- */

static const enum action actions[] = { ACTION_OPEN,	   ACTION_ORDER,      ACTION_MAXIMISE,
				       ACTION_ZOOM_OUT,	   ACTION_EXPAND_ALL, ACTION_COLLAPSE_ALL,
				       ACTION_PARENT,	   ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_COUNT_BY,   ACTION_EVENT_NEXT,
				       ACTION_EVENT_ALL,   ACTION_CODE,	      ACTION_VIEW_SANDWICH,
				       ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,     ACTION_COUNT_BY,	 ACTION_ORDER,
				     ACTION_MAXIMISE, ACTION_FILTER_AND, ACTION_CLOSE,
				     ACTION_HELP,     ACTION_FILTER_NOT, ACTION_NONE };

static const enum action *counts_hints(const struct view_table *vt)
{
	static const enum action of_one[] = { ACTION_OPEN,  ACTION_EVENT_NEXT, ACTION_COUNT_BY,
					      ACTION_ORDER, ACTION_MAXIMISE,   ACTION_FILTER_AND,
					      ACTION_CLOSE, ACTION_HELP,       ACTION_NONE };

	return self(vt)->events.mode == EVENTS_ONE ? of_one : hints;
}

/* On the greatest or the least number of a line, Enter opens the record with this number. */
static const char *counts_hint(struct view *view, enum action action)
{
	const struct view_counts *v = self(view_table_of(view));

	if (action == ACTION_MAXIMISE && v->query.n < 2)
		return HINT_NONE;
	if (action != ACTION_OPEN || v->below || !counts_count(&v->table))
		return NULL;
	return counts_columns_extreme(&v->columns, v->table.column);
}

/* clang-format off */
#define WORDS                                                                                      \
	{ ACTION_COUNT_BY, "split", "split the records of the line by another field" }, \
	{ ACTION_CODE, "code", "annotate the function of the line" }, \
	{ ACTION_VIEW_SANDWICH, "callers",                                                        \
	  "show the function of the line between its callers and its callees" }, \
	{ ACTION_ORDER, "sort", "sort by this column; again: reverse the order" }, \
	{ ACTION_MAXIMISE, "fold", "fold the lines by the first field; again: open or close the line" }, \
	{ ACTION_ZOOM_OUT, "flat", "fold the lines by the first field, or unfold them" }, \
	{ ACTION_EXPAND_ALL, "open all", "fold the lines by the first field, and open all" },                             \
	{ ACTION_COLLAPSE_ALL, "close all", "fold the lines by the first field, and close all" },                         \
	{ ACTION_PARENT, "parent", "go to the line that contains this one" },                     \
	{ ACTION_RIGHT, "column", "next column" },                                                 \
	{ ACTION_LEFT, "column", "previous column" },                                              \
	{ ACTION_NONE, NULL, NULL }

static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the records of the line; on a number: only the records that it counts" },
	WORDS,
};

static const struct view_words words_below[] = {
	{ ACTION_OPEN, "look into", "show the parts of the line; {filter-only} shows its records" },
	WORDS,
};
/* clang-format on */

/* clang-format off */
static const struct number numbers[] = {
	{ "count", "records", "records of the line; with a list as the field: elements of the list; "
	  "with a field of samples: samples", NUMBER_TOTALS },
	{ "records", "records", "that have at least one of the elements that the line counts", NUMBER_TOTALS },
	{ "%", "%", "of the counts of all lines, or as the title states", NUMBER_TOTALS },
	{ "sum(FIELD)", "the title's", "sum of the values of the field", NUMBER_TOTALS },
	{ "avg(FIELD)", "the title's", "mean of the field", NUMBER_TOTALS },
	{ "min(FIELD)", "the title's", "the least", NUMBER_TOTALS },
	{ "max(FIELD)", "the title's", "the greatest", NUMBER_TOTALS },
	{ "pN(FIELD)", "the title's", "N-th percentile of the field", NUMBER_TOTALS },
	{ "distinct(FIELD)", "values", "different values of the field", NUMBER_TOTALS },
	{ "count(EXPR)", "records", "of the line that match the expression", NUMBER_TOTALS },
	{ "unknown(FIELD)", "values", "of the field that mean \"unknown\"", NUMBER_TOTALS },
	{ "errors", "spans", ":spans: whose end has an error number", NUMBER_FILTER },
	{ "open", "spans", ":spans: unfinished: their end was not recorded; without noreturn", NUMBER_FILTER },
	{ "doubt", "spans", ":spans: that end, but during which records may be missing", NUMBER_FILTER },
	{ "total", "s", ":spans: sum of their durations; with ?: including doubtful spans", NUMBER_FILTER },
	{ "mean", "s", ":spans: mean duration", NUMBER_FILTER },
	{ "p50", "s", ":spans: median duration", NUMBER_FILTER },
	{ "p99", "s", ":spans: 99th percentile of the durations", NUMBER_FILTER },
	{ "max", "s", ":spans: the longest duration; with ?: that of a doubtful span", NUMBER_FILTER },
	{ "sure max", "s", ":spans: the longest duration of a span that is not doubtful", NUMBER_FILTER },
	{ "open max", "s", ":spans: how long a span without an end is known to have lasted, with ≥", NUMBER_FILTER },
	{ "64 ns to 69 s", "spans", ":spans: of the line, by duration; each character counts the spans of a range, "
	  "whose end is 4 times its start", NUMBER_FILTER },
	{ "EVENT", "samples", "pivot event: samples of the event, or an aggregate of them", NUMBER_FILTER },
	{ "EVENT/EVENT", "-", "pivot event: ratio of two such columns", NUMBER_FILTER },
	{ NULL, NULL, NULL, NUMBER_NONE },
};
/* clang-format on */

const struct table_ops table_counts = {
	.name = "the counts",
	.numbers = numbers,
	.title = "counts",
	.cells = true,
	.count = counts_count,
	.retitle = counts_retitle,
	.closed = counts_closed,
	.cell = counts_cell,
	.style = counts_style,
	.bar = counts_bar,
	.act = counts_act,
	.actions = actions,
	.choose_hints = counts_hints,
	.words = words,
	.work = counts_work,
	.empty = counts_empty,
	.above_text = counts_above_text,
	.hint = counts_hint,
	.row = counts_row,
	.note = counts_note,
	.wake = counts_wake,
	.busy = counts_busy,
	.cancel = counts_cancel,
	.close = counts_close,
};

int counts_open(struct app *app, const struct counts_spec *spec, struct err *err)
{
	char *topic = counts_spec_topic(spec);
	struct view_counts *v = view_table_of_topic(app, &table_counts, sizeof(*v), topic);
	int rc;

	if (!v)
		return 0;
	v->where = mem_strdup(spec->where);
	v->aggregates = spec->aggregates ? mem_strdup(spec->aggregates) : NULL;
	rc = counts_spec_query(spec, app->rec, !app->opt->batch, &v->query, err);
	v->order = (struct grouporder){ .by = v->query.n, .aggregates = v->query.aggregates };
	v->sorted = spec->sort;
	if (!rc)
		counts_events_init(&v->events, app, &v->query, v->where, spec->pivot);
	if (!rc && spec->pivot)
		rc = read_columns(v, spec->sort, err);
	else if (!rc && spec->sort)
		rc = grouporder_parse(&v->order, spec->sort, v->query.by, v->query.aggregates_n,
				      err);
	if (rc < 0) {
		free(v->table.view.topic);
		release(v);
		return rc;
	}
	counts_events_filter(&v->events, &v->query);
	v->table.vops.words = spec->below ? words_below : words;
	v->titles = spec->titles;
	v->below = spec->below;
	v->empty = spec->empty;
	v->explain = spec->explain;
	v->opened = app->opt->batch;
	counts_columns_init(&v->columns, &v->query, spec->titles, spec->pivot);
	arrange(v, spec->fold && v->query.n > 1);
	for (size_t i = 0; spec->cursor && i < v->columns.n; i++)
		if (v->columns.v[i].what == ORDER_AGGREGATE &&
		    v->columns.v[i].n == spec->cursor - 1 && !v->columns.v[i].share)
			v->table.column = i;
	start(v);
	app_push(app, &v->table.view);
	return 0;
}

/* The view on top if it shows totals, else NULL. */
static struct view_counts *on_top(struct app *app)
{
	return strcmp(app_view(app)->ops->name, table_counts.name)
		       ? NULL
		       : self(view_table_of(app_view(app)));
}

bool counts_on_top(struct app *app)
{
	return on_top(app) != NULL;
}

bool counts_of_records(struct app *app)
{
	return counts_columns_of_records(&on_top(app)->columns);
}

int counts_split(struct app *app, const struct counts_spec *spec, struct err *err)
{
	struct view_counts *v = on_top(app);
	struct totals_line line;
	uint64_t row;

	if (!v || !view_table_row(&v->table, &row))
		return err_set(
			err, ERR_PARSE,
			"only a line of totals can be split: open totals with :count or :mem");
	totals_line(v->totals, row, &line);
	return counts_line_split(v, &line, spec, err);
}

int counts_sort(struct app *app, const char *column, struct err *err)
{
	struct view_counts *v = self(view_table_of(app_view(app)));
	struct grouporder order = v->order;
	int rc = grouporder_parse(&order, column, v->query.by, v->query.aggregates_n, err);

	if (!rc)
		sort_by(v, &order);
	return rc;
}

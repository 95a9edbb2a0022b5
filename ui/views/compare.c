/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/compare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "filter/fieldlist.h"
#include "records/records.h"
#include "shell/tui.h"
#include "views/args.h"
#include "views/compare_cells.h"
#include "views/counts_events.h"
#include "views/flame.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/field_condition.h"
#include "widgets/parts.h"

enum {
	NARROW_COLS = 60,    /* columns; on a narrower screen the numbers go first */
	NARROW_NAME = 8,     /* where they leave names these columns, */
	NARROW_SIDE = 7,     /* and each side these, or more if there is room */
	UNNAMED_PERCENT = 50 /* per cent of records without a symbol that make names incomparable */
};

struct view_compare {
	struct view_table table;
	char *path, *by, *aggregate, *filter; /* as given; aggregate NULL: records are counted */
	char *title, *where;		      /* where: the filter with the event's condition */
	struct counts_events events;
	struct totals_query query;
	enum compare_unit unit;
	struct compare *compare;
	size_t seen; /* lines that compare_wake() has seen */
	struct table_column columns[COMPARE_CELLS];
	bool reported; /* whether only one side has symbols */
};

static struct view_compare *self(const struct view_table *vt)
{
	return container_of(vt, struct view_compare, table);
}

/* ---- lines ---- */

static const struct compare_line *line_at(const struct view_table *vt, uint64_t row)
{
	return compare_line(self(vt)->compare, row);
}

static uint64_t table_count(const struct view_table *vt)
{
	return compare_count(self(vt)->compare);
}

static void compare_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	compare_cells_add(line_at(vt, row), self(vt)->unit, (enum compare_cell)column, out);
}

static enum style compare_style(struct view_table *vt, uint64_t row, size_t column)
{
	return compare_cells_style(line_at(vt, row), (enum compare_cell)column);
}

/* Facts are much longer than numbers. */
static bool compare_spills(const struct view_table *vt, uint64_t row, size_t column)
{
	const struct compare_line *line = line_at(vt, row);

	if (column == COMPARE_CELL_NAME)
		return line->what == COMPARE_SAME;
	return (column == COMPARE_CELL_A || column == COMPARE_CELL_B) && !line->is_number;
}

/* ---- actions ---- */

/* Report the values of both sides, which the cells may cut. */
static void report_sides(const struct view_compare *v, const struct compare_line *line)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, compare_cells_are_same(line) ? "Both: " : "This: ");
	compare_cells_add_side(line, v->unit, COMPARE_A, &text);
	if (!compare_cells_are_same(line)) {
		buf_adds(&text, "; the other: ");
		compare_cells_add_side(line, v->unit, COMPARE_B, &text);
	}
	app_say(v->table.view.app, "%s", text.p);
	buf_release(&text);
}

/* Open a flame graph of both recordings, of the records that are compared. */
static void show_stacks(struct view_compare *v)
{
	struct buf arg = BUF_INIT;
	struct err err = ERR_INIT;

	if (v->query.aggregates_n && v->query.aggregates[0].kind == AGGREGATE_SUM)
		buf_addf(&arg, "%s ", v->query.aggregates[0].name);
	args_add_where(v->filter, &arg);
	if (flame_open_beside(v->table.view.app, arg.p, v->path, &err))
		app_fail(v->table.view.app, "Not compared", &err);
	buf_release(&arg);
}

/* Filter the list by the records of this recording that a line counts. */
static void filter_records(struct view_compare *v, const struct compare_line *line,
			   enum action action)
{
	struct app *app = v->table.view.app;
	struct group_value values[GROUP_FIELDS_MAX];
	struct buf condition = BUF_INIT;
	const char *p = line->key;

	for (size_t i = 0; p && i < v->query.n; i++)
		p = groupkey_take(p, &values[i]);
	if (!p || !field_condition_of_group(v->query.by, v->query.n, values, &condition))
		app_complain(app, "No filter can select the records of this line.");
	else if (*v->where)
		records_filter_counted(app, v->where, condition.p, action);
	else
		records_filter_from(app, condition.p, action);
	buf_release(&condition);
}

static bool compare_act(struct view_table *vt, const struct action_call *call)
{
	struct view_compare *v = self(vt);
	uint64_t row;

	if (call->action == ACTION_EVENT_NEXT || call->action == ACTION_EVENT_ALL)
		counts_events_act(&v->events, vt->view.app, call->action);
	else if (call->action == ACTION_VIEW_FLAME)
		show_stacks(v);
	else if (!view_table_row(vt, &row))
		return true;
	else if (call->action == ACTION_OPEN && !line_at(vt, row)->is_number)
		report_sides(v, line_at(vt, row));
	else
		filter_records(v, line_at(vt, row), call->action);
	return true;
}

/* ---- background work ---- */

static void set_title(struct view_compare *v)
{
	static const char *const units[] = { "", " in percent", " per second" };
	struct buf title = BUF_INIT;

	buf_addf(&title, "%s%s", v->aggregate ? v->aggregate : "records", units[v->unit]);
	counts_events_title(&v->events, &title);
	buf_adds(&title, PARTS_LONG " by ");
	text_escape_str(&title, v->by);
	buf_adds(&title, PARTS_LONG ", versus ");
	text_escape_str(&title, v->path);
	if (*v->filter) {
		buf_adds(&title, PARTS_LONG " where ");
		text_escape_str(&title, v->filter);
	}
	free(v->title);
	v->title = buf_take(&title);
	v->table.title = v->title;
}

/* Begin the comparison, also again for another event. */
static void start(struct view_compare *v)
{
	compare_free(v->compare);
	counts_events_filter(&v->events, &v->query);
	free(v->where);
	v->where = mem_strdup(v->query.filter ? v->query.filter->text : "");
	v->seen = 0;
	v->reported = false;
	set_title(v);
	v->compare = compare_start(v->table.view.app->rec, v->path, &v->query, v->unit,
				   &v->table.view.watcher);
}

static bool compare_busy(const struct view *view)
{
	int percent;

	return compare_state(self(view_table_of(view))->compare, &percent) < COMPARE_DONE;
}

/* Has the line no symbol, although the records are counted by it? */
static bool is_unnamed(const struct view_compare *v, const struct compare_line *line)
{
	struct group_value values[GROUP_FIELDS_MAX];
	const char *p = line->key;

	for (size_t i = 0; p && i < v->query.n; i++) {
		p = groupkey_take(p, &values[i]);
		if (v->query.by[i].id == F_sym && !values[i].has)
			return true;
	}
	return false;
}

/* Compute which share of each side has no symbol, in percent. */
static void unnamed_shares(const struct view_compare *v, int *shares)
{
	int128 all[COMPARE_SIDES] = { 0 }, unnamed[COMPARE_SIDES] = { 0 };

	for (size_t i = 0; i < compare_count(v->compare); i++) {
		const struct compare_line *line = compare_line(v->compare, i);
		bool without = is_unnamed(v, line);

		for (int side = 0; line->what == COMPARE_TOTAL && side < COMPARE_SIDES; side++) {
			all[side] += line->number[side];
			unnamed[side] += without ? line->number[side] : 0;
		}
	}
	for (int side = 0; side < COMPARE_SIDES; side++)
		shares[side] = all[side] > 0 ? (int)(unnamed[side] * 100 / all[side]) : 0;
}

/* Report that only one side has names of functions. */
static void report_unnamed(struct view_compare *v)
{
	int shares[COMPARE_SIDES], worse;

	unnamed_shares(v, shares);
	worse = shares[COMPARE_A] > shares[COMPARE_B] ? COMPARE_A : COMPARE_B;
	if (shares[worse] >= UNNAMED_PERCENT && shares[!worse] < UNNAMED_PERCENT)
		app_say(v->table.view.app, "%s recording has no symbols for %d %% of its records.",
			worse == COMPARE_A ? "This" : "The other", shares[worse]);
}

static void compare_work(struct view_table *vt, struct buf *out)
{
	const struct err *err = compare_error(self(vt)->compare);
	int percent;
	enum compare_state state = compare_state(self(vt)->compare, &percent);

	if (state == COMPARE_WAITS)
		buf_addf(out, "waiting for the indexes\u2026 %d%%", percent);
	else if (state == COMPARE_COUNTS)
		buf_addf(out, "comparing\u2026 %d%%", percent);
	else if (state == COMPARE_OPENS)
		buf_adds(out, "comparing\u2026");
	else if (err->code == ERR_STOPPED)
		buf_adds(out, "stopped: only a part is compared");
	else if (err->code)
		text_escape_str(out, err->msg);
	else if (compare_cut(self(vt)->compare))
		buf_addf(out, "the first %d lines; there are more", TOTALS_MOST);
}

static const char *compare_empty(const struct view_table *vt)
{
	return compare_busy(&vt->view) ? "comparing\u2026" : "nothing was compared";
}

static bool compare_wake(struct view *view)
{
	struct view_compare *v = self(view_table_of(view));
	bool more;
	size_t n;

	if (counts_events_look(&v->events)) {
		start(v);
		return true;
	}
	n = compare_count(v->compare);
	more = n > v->seen;
	v->seen = n;
	if (!compare_busy(view) && !v->reported) {
		v->reported = true;
		report_unnamed(v);
	}
	return more || !compare_busy(view);
}

static bool compare_stop(struct view *view)
{
	if (!compare_busy(view))
		return false;
	compare_cancel(self(view_table_of(view))->compare);
	return true;
}

static void compare_above_text(struct view_table *vt, struct buf *out)
{
	const struct err *err = compare_error(self(vt)->compare);
	size_t start = out->len;

	if (err->code && err->code != ERR_STOPPED)
		app_fail(vt->view.app, "Not compared", err);
	compare_work(vt, out);
	if (out->len > start)
		buf_addc(out, '\n');
}

static void release(struct view_compare *v)
{
	compare_free(v->compare);
	totals_query_release(&v->query);
	free(v->path);
	free(v->by);
	free(v->aggregate);
	free(v->filter);
	free(v->title);
	free(v->where);
	counts_events_release(&v->events);
	free(v);
}

static void compare_close(struct view_table *vt)
{
	release(self(vt));
}

/* ---- the view ---- */

static const enum action actions[] = { ACTION_OPEN,	   ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_EVENT_NEXT, ACTION_EVENT_ALL,
				       ACTION_VIEW_FLAME,  ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,  ACTION_FILTER_AND, ACTION_FILTER_NOT,
				     ACTION_CLOSE, ACTION_HELP,	      ACTION_NONE };

static const enum action *compare_hints(const struct view_table *vt)
{
	static const enum action of_one[] = { ACTION_OPEN,	 ACTION_EVENT_NEXT,
					      ACTION_FILTER_AND, ACTION_FILTER_NOT,
					      ACTION_CLOSE,	 ACTION_HELP,
					      ACTION_NONE };

	return self(vt)->events.mode == EVENTS_ONE ? of_one : hints;
}

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "on a line of numbers: show its records in this recording; on a line of text: show both values in full" },
	{ ACTION_VIEW_FLAME, "flame graph", "show the stacks of both recordings as a flame graph, coloured by the difference" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

/* The numbers and their difference stay on a narrow screen, before the names. */
static void compare_lay_out(struct view_table *vt, struct surface *s)
{
	bool narrow = s->cols < NARROW_COLS;

	for (size_t c = COMPARE_CELL_NAME; c <= COMPARE_CELL_B; c++)
		self(vt)->columns[c].most = !narrow		     ? compare_cells_columns[c].most
					    : c == COMPARE_CELL_NAME ? NARROW_NAME
								     : NARROW_SIDE;
}

static void compare_note(struct view *view, struct buf *out)
{
	counts_events_note(&self(view_table_of(view))->events, out);
}

const struct table_ops table_compare = {
	.name = "the comparison",
	.title = "comparison",
	.n = COMPARE_CELLS,
	.columns = compare_cells_columns,
	.count = table_count,
	.cell = compare_cell,
	.style = compare_style,
	.spills = compare_spills,
	.act = compare_act,
	.actions = actions,
	.choose_hints = compare_hints,
	.words = words,
	.work = compare_work,
	.empty = compare_empty,
	.lay_out = compare_lay_out,
	.above_text = compare_above_text,
	.note = compare_note,
	.wake = compare_wake,
	.busy = compare_busy,
	.cancel = compare_stop,
	.close = compare_close,
};

/* ---- opening ---- */

static int read_query(struct totals_query *q, const char *by, const char *aggregate,
		      enum compare_unit unit, const char *where, struct err *err)
{
	int rc = fieldlist_parse(by, q->by, GROUP_FIELDS_MAX, &q->n, err);

	if (!rc && aggregate)
		rc = aggregates_parse(q->aggregates, &q->aggregates_n, aggregate, err);
	if (!rc)
		rc = grouping_check(&(struct grouping_options){ .by = q->by, .n = q->n }, err);
	if (!rc)
		rc = compare_unit_check(q, unit, err);
	if (!rc && *where)
		rc = filter_parse(&q->filter, where, err);
	err->offset = ERR_NO_OFFSET;
	return rc;
}

/* Does the path name the open recording? A filter then limits both sides in the same way. */
static bool is_open_recording(const struct app *app, const char *path)
{
	struct stat open, other;

	return recording_parts(app->rec) == 1 && !stat(recording_path(app->rec, 0), &open) &&
	       !stat(path, &other) && open.st_dev == other.st_dev && open.st_ino == other.st_ino;
}

int compare_open(struct app *app, const char *path, const char *by, const char *aggregate,
		 enum compare_unit unit, const char *where, struct err *err)
{
	struct view_compare *v;
	struct buf topic = BUF_INIT;
	int rc;

	buf_addf(&topic, "%s|%s|%s|%d|%s", path, by, aggregate ? aggregate : "", unit, where);
	if (app_raise_topic(app, table_compare.name, topic.p)) {
		buf_release(&topic);
		return 0;
	}
	v = mem_zalloc(sizeof(*v));
	v->unit = unit;
	rc = read_query(&v->query, by, aggregate, unit, where, err);
	if (rc) {
		buf_release(&topic);
		release(v);
		return rc;
	}
	view_table_init(&v->table, app, &table_compare);
	v->table.view.topic = buf_take(&topic);
	memcpy(v->columns, compare_cells_columns, sizeof(v->columns));
	v->table.columns.v = v->columns;
	v->path = mem_strdup(path);
	v->by = mem_strdup(by);
	v->aggregate = aggregate ? mem_strdup(aggregate) : NULL;
	v->filter = mem_strdup(where);
	counts_events_init(&v->events, app, &v->query, where, false);
	start(v);
	app_push(app, &v->table.view);
	if (is_open_recording(app, path))
		app_say(app, "Both sides are this recording; :slice writes parts to compare.");
	return 0;
}

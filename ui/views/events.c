/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analysis/counter_values.h"
#include "analysis/event_counts.h"
#include "base/text.h"
#include "base/vec.h"
#include "out/info_event.h"
#include "shell/app.h"
#include "shell/tui.h"
#include "views/attr.h"
#include "views/table.h"
#include "views/views.h"

enum {
	COL_N,
	COL_EVENT,
	COL_RECORDS,
	COL_EVERY,
	COL_CONFIG,
	COL_SAMPLE_TYPE,
	COLS
};

struct view_events {
	struct view_table table;
	size_t part; /* part of the recording: the file with the events */
	const struct events *events;
	struct event_counts *counts;
	VEC(char *) kinds;		/* of each event, escaped */
	struct counter_values *counted; /* of a recording without sampled events; else NULL */
	struct table_column columns[COLS];
};

static struct view_events *self(const struct view_table *vt)
{
	return container_of(vt, struct view_events, table);
}

/* ---- lines ---- */

static void add_counted(struct view_events *v, uint64_t row, struct buf *out)
{
	struct counter_value value;

	if (counter_values_get(v->counted, v->part, (int)row, &value))
		counter_value_text(&value, out);
}

/* The last line is for records of no event. */
static uint64_t events_count(const struct view_table *vt)
{
	return self(vt)->events->list.n + 1;
}

static void none_cell(struct view_events *v, size_t column, struct buf *out)
{
	struct event_count count = event_counts_event(v->counts, EVENT_NONE);

	if (column == COL_EVENT)
		buf_adds(out, "(of no event)");
	if (column == COL_RECORDS)
		buf_add_u64(out, count.samples + count.others);
}

static void events_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_events *v = self(vt);
	const struct event *event;
	struct event_count count;

	if (row == v->events->list.n) {
		none_cell(v, column, out);
		return;
	}
	event = &v->events->list.v[row];
	switch (column) {
	case COL_N:
		buf_add_u64(out, row);
		break;
	case COL_EVENT:
		text_escape_str(out, event->name);
		break;
	case COL_RECORDS:
		count = event_counts_event(v->counts, (int)row);
		buf_add_u64(out, count.samples + count.others);
		break;
	case COL_EVERY:
		if (v->counted) {
			add_counted(v, row, out);
			break;
		}
		buf_addf(out, attr_flag(&event->attr, ATTR_FREQ) ? "%llu Hz" : "%llu",
			 (unsigned long long)event->attr.sample_period);
		break;
	case COL_CONFIG:
		buf_adds(out, v->kinds.v[row]);
		break;
	default:
		field_id_text(out, F_attr_sample_type, event->attr.sample_type);
		break;
	}
}

static enum style events_style(struct view_table *vt, uint64_t row, size_t column)
{
	if (row == self(vt)->events->list.n)
		return STYLE_DIM;
	return column == COL_EVENT ? theme_event(row)
	       : column == COL_N   ? STYLE_NUMBER
				   : STYLE_NORMAL;
}

/* ---- actions ---- */

static bool events_act(struct view_table *vt, const struct action_call *call)
{
	struct view_events *v = self(vt);
	uint64_t row;

	if (!view_table_row(vt, &row))
		return true;
	if (call->action == ACTION_OPEN && row < v->events->list.n)
		attr_open(vt->view.app, v->part, row);
	else
		attr_records(vt->view.app, v->part, row < v->events->list.n ? row : UINT64_MAX,
			     call);
	return true;
}

/* ---- background work ---- */

static void events_work(struct view_table *vt, struct buf *out)
{
	view_table_work(vt, "counting", "counted", out);
}

static bool events_busy(const struct view *view)
{
	const struct view_events *v = self(view_table_of(view));
	struct worker_progress progress = { .done = true };

	if (v->counted)
		job_progress(counter_values_job(v->counted), &progress);
	return view_table_busy(view) || (!progress.done && !v->table.cancelled);
}

static bool events_cancel(struct view *view)
{
	struct view_events *v = self(view_table_of(view));

	if (!events_busy(view))
		return false;
	job_cancel(v->table.job);
	if (v->counted)
		job_cancel(counter_values_job(v->counted));
	v->table.cancelled = true;
	return true;
}

static void events_close(struct view_table *vt)
{
	struct view_events *v = self(vt);

	event_counts_free(v->counts);
	counter_values_free(v->counted);
	for (size_t i = 0; i < v->kinds.n; i++)
		free(v->kinds.v[i]);
	vec_release(&v->kinds);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0, .number = { NULL, "-", "position among the attrs", NUMBER_FILE } },
	[COL_EVENT] = { "event", false, 28 },
	[COL_RECORDS] = { "records", true, 0, .digits = true,
			.number = { NULL, "records", "samples and READ records of the event", NUMBER_EACH } },
	[COL_EVERY] = { "every", true, 0, .screen = 50, .digits = true,
			.number = { NULL, "events, or Hz", "between two samples, or requested samples per second", NUMBER_FILE } },
	[COL_CONFIG] = { "type/config", false, 28, .screen = 60 },
	[COL_SAMPLE_TYPE] = { "sample_type", false, 0, .screen = 100 },
};
/* What a column has instead of COL_EVERY if no event is sampled. */
#define COUNTED "counts, or the unit", "of perf stat, as the counters of the overview", NUMBER_ALL

static const struct table_column counted_column = { "counted", true, 0, .screen = 50, .digits = true,
			.number = { NULL, COUNTED } };
static const struct number numbers[] = { { "counted", COUNTED }, { NULL, NULL, NULL, NUMBER_NONE } };
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN, ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,  ACTION_FILTER_ONLY, ACTION_FILTER_AND,
				     ACTION_CLOSE, ACTION_HELP,	       ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "its attr", "show the attr of the event" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_events = {
	.name = "the events",
	.title = "events: all records",
	.unfiltered = true,
	.n = COLS,
	.columns = columns,
	.numbers = numbers,
	.count = events_count,
	.cell = events_cell,
	.style = events_style,
	.act = events_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = events_work,
	.busy = events_busy,
	.cancel = events_cancel,
	.close = events_close,
};

/* perf stat counts events without sampling them. */
static bool is_sampled(const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++)
		if (events->list.v[i].attr.sample_period)
			return true;
	return false;
}

/*
 * Open the events of the recording, a line each, with ways to an event's attr and to its records.
 */
void events_open(struct app *app)
{
	size_t part = session_part(app->session);
	const struct perf_file *file = recording_file(app->rec, part);
	struct view_events *v = view_table_once(app, &table_events, sizeof(*v));

	if (!v)
		return;
	v->part = part;
	v->events = &file->events;
	v->counts = event_counts_start(app->rec, part, &v->table.view.watcher);
	v->table.job = event_counts_job(v->counts);
	memcpy(v->columns, columns, sizeof(columns));
	v->table.columns.v = v->columns;
	if (!is_sampled(v->events)) {
		v->counted = counter_values_start(app->rec, &v->table.view.watcher);
		v->columns[COL_EVERY] = counted_column;
	}
	for (size_t i = 0; i < v->events->list.n; i++) {
		struct buf kind = BUF_INIT, escaped = BUF_INIT;

		info_event_kind(file, i, &kind);
		text_escape(&escaped, kind.p, kind.len);
		vec_push(&v->kinds, buf_take(&escaped));
		buf_release(&kind);
	}
}

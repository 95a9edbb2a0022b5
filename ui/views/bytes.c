/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/size_report.h"
#include "base/mem.h"
#include "base/text.h"
#include "records/records.h"
#include "session/session_filter.h"
#include "shell/tui.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/progress.h"
#include "widgets/quoted.h"

enum {
	CELL_WHAT,
	CELL_NAME,
	CELL_BYTES,
	CELL_PERCENT,
	CELL_RECORDS,
	CELL_EACH,
	CELL_ADVICE
};

struct view_bytes {
	struct view_table table;
	char *filter, *title;
	struct size_report *size_report;
	const struct size_report_line *lines;
	size_t n;
};

static struct view_bytes *self(const struct view_table *vt)
{
	return container_of(vt, struct view_bytes, table);
}

/* ---- lines ---- */

static uint64_t bytes_count(const struct view_table *vt)
{
	return self(vt)->n;
}

/* The total of all lines of its kind. */
static uint64_t whole(const struct view_bytes *v, enum size_report_what what)
{
	uint64_t sum = 0;

	if (what != SIZE_REPORT_INFLATED && !*v->filter)
		return size_report_size(v->size_report);
	for (size_t i = 0; i < v->n; i++)
		sum += v->lines[i].what == what ? v->lines[i].bytes : 0;
	return sum;
}

static bool bytes_bar(const struct view_table *vt, uint64_t row, struct table_bar *bar)
{
	const struct view_bytes *v = self(vt);
	uint64_t all = whole(v, v->lines[row].what);

	bar->to = all ? (double)v->lines[row].bytes / (double)all : 0;
	return true;
}

static void bytes_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_bytes *v = self(vt);
	const struct size_report_line *line = &v->lines[row];
	struct table_bar bar;

	switch (column) {
	case CELL_WHAT:
		buf_adds(out, size_report_what_name(line->what));
		break;
	case CELL_NAME:
		text_escape_str(out, line->name);
		break;
	case CELL_BYTES:
		buf_add_u64(out, line->bytes);
		break;
	case CELL_PERCENT:
		bytes_bar(vt, row, &bar);
		buf_addf(out, "%.1f", bar.to * 100);
		break;
	case CELL_RECORDS:
		if (line->records)
			buf_add_u64(out, line->records);
		break;
	case CELL_EACH:
		if (line->records)
			buf_addf(out, "%.1f", (double)line->bytes / (double)line->records);
		break;
	case CELL_ADVICE:
	default:
		buf_adds(out, line->advice ? line->advice : "");
		break;
	}
}

static enum style bytes_style(struct view_table *vt, uint64_t row, size_t column)
{
	(void)vt;
	(void)row;
	return column == CELL_NAME ? STYLE_TYPE
	       : column == CELL_PERCENT || column == CELL_EACH || column == CELL_WHAT
		       ? STYLE_NUMBER
		       : STYLE_NORMAL;
}

/* ---- actions ---- */

static bool line_condition(const struct size_report_line *line, struct buf *out)
{
	enum field_id field = field_id_find(line->name, strlen(line->name));
	enum field_type type = field_info(field)->type;

	switch (line->what) {
	case SIZE_REPORT_TYPE:
	case SIZE_REPORT_INFLATED:
		buf_addf(out, "type == %s", line->name);
		return true;
	case SIZE_REPORT_EVENT:
		buf_adds(out, line->number >> 63 ? "not event" : "event == ");
		if (!(line->number >> 63))
			quoted_add_string(out, line->name, strlen(line->name));
		return true;
	case SIZE_REPORT_THREAD:
		if (line->number == UINT64_MAX)
			return false;
		if (line->number >> 32)
			buf_adds(out, "not (tid >= 0 or tid < 0)");
		else
			buf_addf(out, "tid == %d", (int)(int32_t)line->number);
		return true;
	case SIZE_REPORT_FIELD:
		if (!field)
			return false;
		if (type == FT_UINT || type == FT_SINT || type == FT_BOOL)
			buf_addf(out, "(%s >= 0 or %s < 0)", line->name, line->name);
		else
			buf_adds(out, line->name);
		return true;
	case SIZE_REPORT_FILE:
	default:
		return false;
	}
}

static bool bytes_act(struct view_table *vt, const struct action_call *call)
{
	struct view_bytes *v = self(vt);
	struct app *app = vt->view.app;
	struct buf condition = BUF_INIT;
	uint64_t row;

	if (!view_table_row(vt, &row))
		return true;
	if (line_condition(&v->lines[row], &condition))
		records_filter_counted(app, v->filter, condition.p, call->action);
	else
		app_complain(app, "No filter can select the records of this line.");
	buf_release(&condition);
	return true;
}

/* ---- background work ---- */

static void bytes_work(struct view_table *vt, struct buf *out)
{
	struct worker_progress progress;

	job_progress(vt->job, &progress);
	if (!vt->cancelled && progress.done)
		return;
	buf_adds(out, vt->cancelled ? "stopped: " : "counting\u2026 ");
	progress_text(vt->view.app->rec, progress.rows_done, out);
}

static const char *bytes_empty(const struct view_table *vt)
{
	return view_table_busy(&vt->view) ? "counting\u2026" : "no records";
}

static bool bytes_wake(struct view *view)
{
	struct view_bytes *v = self(view_table_of(view));
	bool busy = view_table_busy(view);

	v->lines = size_report_lines(v->size_report, &v->n);
	/* The columns fit the final lines, whichever were shown before. */
	if (!busy)
		table_columns_forget_widths(&v->table.columns);
	return !busy;
}

static bool bytes_cancel(struct view *view)
{
	return view_table_cancel(view) && bytes_wake(view);
}

static void bytes_close(struct view_table *vt)
{
	struct view_bytes *v = self(vt);

	size_report_free(v->size_report);
	free(v->filter);
	free(v->title);
	free(v);
}

/* ---- the view ---- */

static const struct table_column columns[] = {
	[CELL_WHAT] = { "of", false, 0, 0 },
	[CELL_NAME] = { "name", false, 32, 0 },
	[CELL_BYTES] = { "bytes", true, 0, 0, .digits = true,
			 .number = { NULL, "bytes", "in the file, or of inflated records",
				     NUMBER_FILTER } },
	[CELL_PERCENT] = { "%", true, 0, 40, .bar = 60,
			   .number = { NULL, "%",
				       "of the bytes of the file; with a filter, or for inflated "
				       "records: of the bytes of all lines that have the same word "
				       "in the column \"of\"",
				       NUMBER_FILTER } },
	[CELL_RECORDS] = { "records", true, 0, 0, .digits = true,
			   .number = { NULL, "records", "of the line", NUMBER_FILTER } },
	[CELL_EACH] = { "each", true, 0, 70, .digits = true,
			.number = { NULL, "bytes", "of a record of the line, mean",
				    NUMBER_FILTER } },
	[CELL_ADVICE] = { "less with perf record", false, 0, 0 },
};

static const enum action actions[] = { ACTION_OPEN, ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,  ACTION_FILTER_AND, ACTION_FILTER_NOT,
				     ACTION_CLOSE, ACTION_HELP,	      ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "show the records that the line counts" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_bytes = {
	.name = "the bytes",
	.title = "bytes",
	.n = sizeof(columns) / sizeof(columns[0]),
	.columns = columns,
	.count = bytes_count,
	.cell = bytes_cell,
	.style = bytes_style,
	.bar = bytes_bar,
	.act = bytes_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = bytes_work,
	.empty = bytes_empty,
	.wake = bytes_wake,
	.busy = view_table_busy,
	.cancel = bytes_cancel,
	.close = bytes_close,
};

void bytes_open(struct app *app)
{
	struct buf filter = BUF_INIT, title = BUF_INIT;
	struct filter *parsed = NULL;
	struct view_bytes *v;

	session_filter_applied(app->session, &filter);
	v = view_table_of_topic(app, &table_bytes, sizeof(*v), mem_strdup(filter.p));
	if (!v) {
		buf_release(&filter);
		return;
	}
	if (filter.len)
		filter_parse(&parsed, filter.p, NULL);
	v->filter = filter.len ? buf_take(&filter) : mem_strdup("");
	buf_addf(&title, "bytes of the %s", *v->filter ? "records where " : "recording");
	text_escape_str(&title, v->filter);
	v->title = buf_take(&title);
	v->table.title = v->title;
	v->size_report = size_report_start(app->rec, parsed, &v->table.view.watcher);
	v->table.job = size_report_job(v->size_report);
	bytes_wake(&v->table.view);
	app_push(app, &v->table.view);
	buf_release(&filter);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/problems.h"

#include <stdlib.h>

#include "analysis/problems.h"
#include "records/records.h"
#include "session/session_filter.h"
#include "shell/topics.h"
#include "shell/tui.h"
#include "views/counted.h"
#include "views/info.h"
#include "views/table.h"
#include "views/views.h"
#include "widgets/parts.h"

struct view_problems {
	struct view_table table;
	struct reader *reader;
	struct problems *list;
	struct buf title;
	enum problem_kind kind; /* of the problem that was opened, */
	bool seeking;		/* while the cursor is not on it; */
	uint64_t sought;	/* problems searched for it */
};

enum {
	COL_PROBLEM,
	COL_RECORD,
	COL_OFFSET,
	COL_BYTES,
	COL_TEXT,
	COLS
};

static struct view_problems *self(const struct view_table *vt)
{
	return container_of(vt, struct view_problems, table);
}

/* ---- lines ---- */

static uint64_t list_count(const struct view_table *vt)
{
	return problems_count(self(vt)->list);
}

static void row_cell(struct view_problems *v, const struct problem *problem, size_t column,
		     struct buf *out)
{
	struct row_info row;

	if (problem_has_text(problem->kind) || reader_row(v->reader, problem->row, &row, NULL) < 0)
		return;
	if (column == COL_RECORD && row.ordinal != ROW_NO_ORDINAL)
		buf_add_u64(out, row.ordinal);
	if (column == COL_OFFSET)
		buf_addf(out, "0x%llx", (unsigned long long)row.offset);
	if (column == COL_BYTES)
		buf_add_u64(out, row.size);
}

static void list_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_problems *v = self(vt);
	struct problem problem;

	problems_get(v->list, row, &problem);
	switch (column) {
	case COL_PROBLEM:
		buf_adds(out, problem_name(problem.kind));
		break;
	case COL_TEXT:
		problem_text(&problem, v->reader, out);
		break;
	default:
		row_cell(v, &problem, column, out);
		break;
	}
}

/* The whole text, and what it means. */
static void list_below(struct view_table *vt, uint64_t row, struct buf *out)
{
	struct view_problems *v = self(vt);
	struct problem problem;

	problems_get(v->list, row, &problem);
	problem_text(&problem, v->reader, out);
	buf_addf(out, "\n%s", problem_help(problem.kind));
}

static void list_explain(const struct view_table *vt, uint64_t row, struct buf *out)
{
	struct problem problem;

	problems_get(self(vt)->list, row, &problem);
	topics_add_problem(problem.kind, out);
}

static enum style list_style(struct view_table *vt, uint64_t row, size_t column)
{
	struct problem problem;

	problems_get(self(vt)->list, row, &problem);
	if (column != COL_PROBLEM)
		return STYLE_NORMAL;
	return problem_has_text(problem.kind) || problem.kind == PROBLEM_DAMAGE ? STYLE_DAMAGE
										: STYLE_TYPE;
}

/* ---- actions ---- */

static bool list_act(struct view_table *vt, const struct action_call *call)
{
	struct app *app = vt->view.app;
	struct problem problem;
	uint64_t row;

	(void)call;
	if (!view_table_row(vt, &row))
		return true;
	problems_get(self(vt)->list, row, &problem);
	if (problem.kind == PROBLEM_FILE)
		info_show(app);
	else if (problem.kind == PROBLEM_WAITS)
		records_filter_from(app, "span.kind == \"offcpu\" and span.state == \"doubtful\"",
				    ACTION_OPEN);
	else
		records_show_row(app, problem.row);
	return true;
}

/* ---- background work ---- */

static void list_work(struct view_table *vt, struct buf *out)
{
	uint64_t kept = problems_count(self(vt)->list), found = problems_found(self(vt)->list);

	view_table_work(vt, "searching", "searched", out);
	if (found > kept)
		buf_addf(out, "%sthe first of %llu", out->len ? ", " : "",
			 (unsigned long long)found);
}

/* "problems: damage: 2 stretches; lost records: 1555, in 1 record" */
static void set_title(struct view_problems *v)
{
	const char *before = PARTS_LONG ": ";

	buf_reset(&v->title);
	buf_adds(&v->title, "problems");
	counted_add_where_of(v->table.view.app->session, "", &v->title);
	for (int kind = 0; kind < PROBLEM_KINDS; kind++) {
		uint64_t n = problems_of_kind(v->list, (enum problem_kind)kind);

		if (!n)
			continue;
		if (kind == PROBLEM_FILE) {
			buf_addf(&v->title, "%s%llu %s", before, (unsigned long long)n,
				 problem_name(PROBLEM_FILE));
		} else {
			buf_addf(&v->title, "%s%s: ", before,
				 problem_name((enum problem_kind)kind));
			problems_add_total(v->list, (enum problem_kind)kind, &v->title);
		}
		before = "; ";
	}
	v->table.title = v->title.p;
}

/* Move the cursor to the problem that was opened, unless the user has moved it. */
static void seek(struct view_problems *v)
{
	uint64_t n = problems_count(v->list);
	struct problem problem;

	if (v->table.cursor)
		v->seeking = false;
	for (; v->seeking && v->sought < n; v->sought++) {
		problems_get(v->list, v->sought, &problem);
		if (problem.kind != v->kind)
			continue;
		v->table.cursor = v->sought;
		v->seeking = false;
	}
}

static void list_retitle(struct view_table *vt)
{
	seek(self(vt));
	set_title(self(vt));
}

static bool list_wake(struct view *view)
{
	seek(self(view_table_of(view)));
	return true;
}

static const char *list_empty(const struct view_table *vt)
{
	return view_table_busy(&vt->view) ? "searching\u2026"
					  : "no problems found; :symbols lists missing symbols";
}

static void list_close(struct view_table *vt)
{
	struct view_problems *v = self(vt);

	problems_free(v->list);
	reader_close(v->reader);
	buf_release(&v->title);
	free(v);
}

/* ---- the view ---- */

/* clang-format off */
static const struct table_column columns[COLS] = {
	[COL_PROBLEM] = { "problem", false, 0 },
	[COL_RECORD] = { "record", true, 0, .screen = 36, .number = { NULL, "-", "ordinal of the record", NUMBER_RECORD } },
	[COL_OFFSET] = { "offset", true, 0, .screen = 100, .number = { NULL, "bytes", "of the record in its file", NUMBER_RECORD } },
	[COL_BYTES] = { "bytes", true, 0, .screen = 100, .digits = true,
			.number = { NULL, "bytes", "of the record", NUMBER_RECORD } },
	[COL_TEXT] = { "what", false, 0 },
};
/* clang-format on */

static const enum action actions[] = { ACTION_OPEN, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN, ACTION_PAGE_DOWN, ACTION_CLOSE, ACTION_HELP,
				     ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "go there", "go to the record of the problem, or to the doubtful waits" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_problems = {
	.name = "the problems",
	.title = "problems",
	.n = COLS,
	.columns = columns,
	.count = list_count,
	.cell = list_cell,
	.style = list_style,
	.retitle = list_retitle,
	.below = list_below,
	.explain = list_explain,
	.act = list_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = list_work,
	.empty = list_empty,
	.wake = list_wake,
	.busy = view_table_busy,
	.cancel = view_table_cancel,
	.close = list_close,
};

/* Open the problems of the recording, a line each, with a way to the record that shows it. */
void problems_open(struct app *app)
{
	struct view_problems *v = view_table_once(app, &table_problems, sizeof(*v));

	if (!v)
		return;
	v->reader = reader_open(app->rec);
	v->list = problems_start(app->rec, &v->table.view.watcher);
	v->table.job = problems_job(v->list);
	buf_init(&v->title);
	set_title(v);
}

void problems_open_kind(struct app *app, enum problem_kind kind)
{
	struct view_problems *v;

	problems_open(app);
	v = self(view_table_of(app_view(app)));
	v->table.cursor = 0;
	v->kind = kind;
	v->seeking = true;
	v->sought = 0;
}

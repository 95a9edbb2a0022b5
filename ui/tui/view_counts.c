/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/view_counts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "query/grouping_job.h"
#include "tui/field.h"
#include "tui/tui.h"
#include "tui/view_records.h"
#include "tui/view_table.h"

enum {
	CELL_COUNT,
	CELL_PERCENT,
	CELL_FIELDS
};

struct view_counts {
	struct view_table table;
	struct table_column columns[TABLE_COLUMNS];
	char *titles[GROUP_FIELDS_MAX];
	size_t n;
	char *title, *where; /* where: of the rows that were counted */
	struct grouping_job *job;
	uint64_t total; /* of all groups, 0: not added up yet */
};

static struct view_counts *self(const struct view_table *vt)
{
	return (struct view_counts *)(uintptr_t)vt;
}

/* ---- lines ---- */

static uint64_t counts_count(const struct view_table *vt)
{
	const struct grouping *groups = grouping_job_groups(self(vt)->job);

	return groups ? grouping_groups(groups) : 0;
}

static uint64_t total(struct view_counts *v, const struct grouping *groups)
{
	struct group group;

	for (size_t i = 0; !v->total && i < grouping_groups(groups); i++) {
		uint64_t sum = 0;

		for (size_t k = 0; k < grouping_groups(groups); k++) {
			grouping_group(groups, k, &group);
			sum += group.count;
		}
		v->total = sum;
	}
	return v->total;
}

static void counts_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_counts *v = self(vt);
	const struct grouping *groups = grouping_job_groups(v->job);
	struct group group;

	grouping_group(groups, row, &group);
	if (column == CELL_COUNT)
		buf_add_u64(out, group.count);
	else if (column == CELL_PERCENT)
		buf_addf(out, "%.1f", (double)group.count * 100 / (double)total(v, groups));
	else if (group.values[column - CELL_FIELDS].has)
		groupkey_text(&group.values[column - CELL_FIELDS], out);
	else
		buf_addc(out, '-');
}

static enum style counts_style(struct view_table *vt, uint64_t row, size_t column)
{
	(void)vt;
	(void)row;
	return column == CELL_PERCENT ? STYLE_NUMBER
	       : column < CELL_FIELDS ? STYLE_NORMAL
				      : STYLE_TYPE;
}

/* ---- actions ---- */

/* The rows that were counted, and of these the ones of a group. */
static bool group_condition(struct view_counts *v, uint64_t row, struct buf *out)
{
	struct group group;
	bool good = true;

	grouping_group(grouping_job_groups(v->job), row, &group);
	for (size_t i = 0; i < v->n; i++) {
		const struct field *field = grouping_job_field(v->job, i);

		buf_adds(out, i ? " and " : "");
		good &= field_of_value(field, &group.values[i], out);
	}
	return good;
}

static bool counts_act(struct view_table *vt, const struct action_call *call)
{
	struct view_counts *v = self(vt);
	struct app *app = vt->view.app;
	struct buf condition = BUF_INIT;
	uint64_t row;

	if (!view_table_row(vt, &row))
		return true;
	if (!group_condition(v, row, &condition)) {
		app_complain(app, "A filter cannot ask for this value.");
	} else if (call->action == ACTION_OPEN && *v->where) {
		/* The filter that was counted with, whatever it is now. */
		records_filter_from(app, v->where, ACTION_FILTER_ONLY);
		records_filter_from(app, condition.p, ACTION_FILTER_AND);
	} else {
		records_filter_from(app, condition.p, call->action);
	}
	buf_release(&condition);
	return true;
}

/* ---- background work ---- */

static bool counts_busy(const struct view *view)
{
	return grouping_job_state(((const struct view_counts *)view)->job) < GROUPING_DONE;
}

static void counts_work(struct view_table *vt, struct buf *out)
{
	struct view_counts *v = self(vt);

	switch (grouping_job_state(v->job)) {
	case GROUPING_WAITS:
		buf_adds(out, "waiting for the index\u2026");
		break;
	case GROUPING_RUNS:
		buf_adds(out, "counting\u2026");
		break;
	case GROUPING_STOPPED:
		buf_adds(out, "stopped");
		break;
	case GROUPING_FAILED:
		buf_adds(out, grouping_job_error(v->job)->msg);
		break;
	case GROUPING_DONE:
	default:
		break;
	}
}

static const char *counts_empty(const struct view_table *vt)
{
	return counts_busy(&vt->view) ? "counting\u2026" : "no records";
}

/* What comes of it is waited for, however much else there is to do. */
static bool counts_wake(struct view *view)
{
	return !counts_busy(view);
}

static bool counts_cancel(struct view *view)
{
	if (!counts_busy(view))
		return false;
	grouping_job_cancel(((struct view_counts *)view)->job);
	return true;
}

static void counts_close(struct view_table *vt)
{
	struct view_counts *v = self(vt);

	grouping_job_free(v->job);
	for (size_t i = 0; i < v->n; i++)
		free(v->titles[i]);
	free(v->title);
	free(v->where);
	free(v);
}

/* ---- the view ---- */

static const enum action actions[] = { ACTION_OPEN, ACTION_FILTER_AND, ACTION_FILTER_NOT,
				       ACTION_FILTER_ONLY, ACTION_NONE };

static const enum action hints[] = { ACTION_OPEN,  ACTION_FILTER_AND, ACTION_FILTER_NOT,
				     ACTION_CLOSE, ACTION_HELP,	      ACTION_NONE };

/* clang-format off */
static const struct view_words words[] = {
	{ ACTION_OPEN, "records", "the records that the line counts" },
	{ ACTION_NONE, NULL, NULL },
};
/* clang-format on */

const struct table_ops table_counts = {
	.name = "the counts",
	.title = "counts",
	.count = counts_count,
	.cell = counts_cell,
	.style = counts_style,
	.act = counts_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = counts_work,
	.empty = counts_empty,
	.wake = counts_wake,
	.busy = counts_busy,
	.cancel = counts_cancel,
	.close = counts_close,
};

static int parse_fields(const char *text, struct field *by, size_t *n, struct err *err)
{
	const char *p = text;

	for (*n = 0; p[strspn(p, " ,")]; ++*n) {
		size_t len;

		p += strspn(p, " ,");
		len = strcspn(p, " ,");
		if (*n == GROUP_FIELDS_MAX)
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - text),
					  "at most %d fields can be counted by", GROUP_FIELDS_MAX);
		if (!field_find(&by[*n], p, len))
			return err_set_at(err, ERR_PARSE, (uint64_t)(p - text),
					  "expected a field; Tab lists them");
		p += len;
	}
	return *n ? 0 : err_set_at(err, ERR_PARSE, 0, "expected a field; Tab lists them");
}

static void set_columns(struct view_counts *v, const struct field *by)
{
	v->columns[CELL_COUNT] = (struct table_column){ "count", true, 0 };
	v->columns[CELL_PERCENT] = (struct table_column){ "%", true, 0, .screen = 40 };
	for (size_t i = 0; i < v->n; i++) {
		struct buf title = BUF_INIT;

		field_name(&by[i], &title);
		v->titles[i] = buf_take(&title);
		v->columns[CELL_FIELDS + i] = (struct table_column){ v->titles[i], false, 32 };
	}
	v->table.columns = v->columns;
	v->table.n = CELL_FIELDS + v->n;
}

static void set_title(struct view_counts *v)
{
	struct buf title = BUF_INIT;

	buf_adds(&title, "by");
	for (size_t i = 0; i < v->n; i++)
		buf_addf(&title, "%s %s", i ? "," : "", v->titles[i]);
	if (*v->where) {
		buf_adds(&title, " where ");
		text_escape_str(&title, v->where);
	}
	v->title = buf_take(&title);
	v->table.title = v->title;
}

int counts_open(struct app *app, const char *fields, const char *where, struct err *err)
{
	struct field by[GROUP_FIELDS_MAX] = { 0 };
	struct filter *filter = NULL;
	struct view_counts *v;
	size_t n = 0;
	int rc = parse_fields(fields, by, &n, err);

	if (rc == 0)
		rc = grouping_check(&(struct grouping_options){ .by = by, .n = n }, err);
	if (rc == 0 && *where)
		rc = filter_parse(&filter, where, err);
	if (rc < 0) {
		for (size_t i = 0; i < n; i++)
			field_release(&by[i]);
		return rc;
	}
	v = mem_zalloc(sizeof(*v));
	view_table_init(&v->table, app, &table_counts);
	v->n = n;
	v->where = mem_strdup(where);
	set_columns(v, by);
	set_title(v);
	v->job = grouping_job_start(app->rec, filter, by, n, tui_wake, NULL);
	app_push(app, &v->table.view);
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "records/view.h"
#include "views/table.h"
#include "views/views.h"

enum {
	COL_N,
	COL_ON,
	COL_READS,
	COL_TEXT,
	COLS
};

static struct view_records *records(const struct view_table *vt)
{
	return app_records(vt->view.app);
}

static uint64_t filters_count(const struct view_table *vt)
{
	return records(vt)->chips.list.n;
}

static void filters_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct view_records *v = records(vt);
	const struct chip *chip = &v->chips.list.v[row];
	struct filter *filter;

	switch (column) {
	case COL_N:
		buf_add_u64(out, row + 1);
		break;
	case COL_ON:
		buf_adds(out, chip->off || v->chips.off ? "off" : "on");
		break;
	case COL_READS:
		if (filter_parse(&filter, chip->text, NULL) < 0)
			break;
		buf_adds(out, filter->tier ? "records" : "index");
		filter_free(filter);
		break;
	default:
		buf_adds(out, chip->text);
		break;
	}
}

static enum style filters_style(struct view_table *vt, uint64_t row, size_t column)
{
	struct view_records *v = records(vt);

	(void)column;
	return v->chips.list.v[row].off || v->chips.off ? STYLE_DIM : STYLE_NORMAL;
}

static bool filters_act(struct view_table *vt, const struct action_call *call)
{
	struct view_records *v = records(vt);
	uint64_t row;

	if (!view_table_row(vt, &row)) {
		if (call->action == ACTION_FILTER)
			records_filter_prompt(v);
		else
			app_complain(vt->view.app, "There is no filter yet. %s edits it.",
				     app_key_of(vt->view.app, ACTION_FILTER));
		return true;
	}
	switch (call->action) {
	case ACTION_FILTER_TOGGLE:
		records_filter_toggle_chip(v, row);
		break;
	case ACTION_FILTER_DROP:
		records_filter_remove(v, row);
		break;
	case ACTION_FILTER_ONLY:
		v->chips.off = false;
		for (size_t i = 0; i < v->chips.list.n; i++)
			v->chips.list.v[i].off = true;
		records_filter_toggle_chip(v, row);
		break;
	default:
		records_filter_edit(v, row);
		break;
	}
	return true;
}

static void filters_work(struct view_table *vt, struct buf *out)
{
	struct view_records *v = records(vt);
	struct select_progress progress;

	if (!v->select)
		return;
	select_progress(v->select, &progress);
	buf_addf(out, "%llu records%s", (unsigned long long)progress.matches,
		 progress.done ? "" : " so far");
}

static const char *filters_empty(const struct view_table *vt)
{
	(void)vt;
	return "no filter: all records are shown";
}

static void filters_close(struct view_table *vt)
{
	free(vt);
}

static const struct table_column columns[COLS] = {
	[COL_N] = { "#", true, 0 },
	[COL_ON] = { "", false, 0 },
	[COL_READS] = { "reads", false, 0 },
	[COL_TEXT] = { "condition", false, 0 },
};

static const enum action actions[] = { ACTION_OPEN,	   ACTION_FILTER,      ACTION_FILTER_TOGGLE,
				       ACTION_FILTER_DROP, ACTION_FILTER_ONLY, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "change", "change the condition" },
	{ ACTION_FILTER, "change", "change the condition" },
	{ ACTION_FILTER_TOGGLE, "on/off", "turn the condition off, and on again" },
	{ ACTION_FILTER_DROP, "drop", "drop the condition" },
	{ ACTION_FILTER_ONLY, "only this", "turn off all other conditions" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_FILTER,	 ACTION_FILTER_TOGGLE, ACTION_FILTER_DROP,
				     ACTION_FILTER_ONLY, ACTION_CLOSE,	       ACTION_HELP,
				     ACTION_NONE };

const struct table_ops table_filters = {
	.name = "the filter",
	.title = "filter: all of these",
	.n = COLS,
	.columns = columns,
	.count = filters_count,
	.cell = filters_cell,
	.style = filters_style,
	.act = filters_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.work = filters_work,
	.empty = filters_empty,
	.close = filters_close,
};

/* The conditions of the filter, a line each, to be turned off and on, changed and dropped. */
void filters_open(struct app *app)
{
	view_table_once(app, &table_filters, sizeof(struct view_table));
}

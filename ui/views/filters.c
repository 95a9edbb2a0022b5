/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/text.h"
#include "records/filter.h"
#include "session/session_filter.h"
#include "views/table.h"
#include "views/views.h"

enum {
	COL_N,
	COL_ON,
	COL_READS,
	COL_TEXT,
	COLS
};

#define BEFORE_COLS 19 /* of a line before the condition, at most */

static struct session *session_of(const struct view_table *vt)
{
	return vt->view.app->session;
}

static uint64_t filters_count(const struct view_table *vt)
{
	return session_of(vt)->conditions.list.n;
}

static void filters_cell(struct view_table *vt, uint64_t row, size_t column, struct buf *out)
{
	struct session *session = session_of(vt);
	const struct condition *condition = &session->conditions.list.v[row];
	struct filter *filter;

	switch (column) {
	case COL_N:
		buf_add_u64(out, row + 1);
		break;
	case COL_ON:
		buf_adds(out, condition->off || session->conditions.off ? "off" : "on");
		break;
	case COL_READS:
		if (filter_parse(&filter, condition->text, NULL) < 0)
			break;
		buf_adds(out, filter->tier ? "records" : "index");
		filter_free(filter);
		break;
	default:
		buf_adds(out, condition->text);
		break;
	}
}

static enum style filters_style(struct view_table *vt, uint64_t row, size_t column)
{
	struct session *session = session_of(vt);

	(void)column;
	return session->conditions.list.v[row].off || session->conditions.off ? STYLE_DIM
									      : STYLE_NORMAL;
}

static bool filters_act(struct view_table *vt, const struct action_call *call)
{
	struct session *session = session_of(vt);
	uint64_t row;

	if (!view_table_row(vt, &row)) {
		if (call->action == ACTION_FILTER)
			records_filter_prompt(vt->view.app);
		else
			session_filter_has(session);
		return true;
	}
	switch (call->action) {
	case ACTION_FILTER_TOGGLE:
		session_filter_toggle_one(session, row);
		break;
	case ACTION_FILTER_DROP:
		session_filter_remove(session, row);
		break;
	case ACTION_FILTER_ONLY:
		session_filter_only(session, row);
		break;
	default:
		records_filter_edit(vt->view.app, row);
		break;
	}
	return true;
}

static void filters_work(struct view_table *vt, struct buf *out)
{
	struct session *session = session_of(vt);
	struct selection_progress progress;

	if (!session->selection)
		return;
	selection_progress(session->selection, &progress);
	buf_addf(out, "%llu records%s", (unsigned long long)progress.matches,
		 progress.done ? "" : " so far");
}

/* A condition without room in its line. */
static void filters_below(struct view_table *vt, uint64_t row, struct buf *out)
{
	const char *text = session_of(vt)->conditions.list.v[row].text;

	if (BEFORE_COLS + (int)text_columns_str(text) > vt->columns.cols)
		buf_adds(out, text);
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
	.below = filters_below,
	.empty = filters_empty,
	.close = filters_close,
};

/* Open the conditions of the filter, a line each, to turn them off and on, change and drop them. */
void filters_open(struct app *app)
{
	view_table_once(app, &table_filters, sizeof(struct view_table));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/hints.h"

#include <string.h>

#include "base/text.h"
#include "records/filter.h"
#include "records/view.h"
#include "views/views.h"
#include "widgets/field_condition.h"
#include "wire/layout.h"

enum {
	HINT_COLS = 16,	      /* least columns of a condition in the bottom line, */
	HINT_COLS_MOST = 40,  /* the most, */
	HINT_COLS_WHOLE = 18, /* of one that is whole, if its name leaves no room for the value, */
	HINT_COLS_OTHERS = 64 /* and columns for the other hints */
};

/* Views of the record under the cursor. */
#define RECORD_VIEWS ACTION_VIEW_CHAIN, ACTION_VIEW_BRANCHES, ACTION_VIEW_MEMORY, ACTION_VIEW_CPU

/* Has the record under the cursor what the view of the action shows? Other actions always apply. */
static bool applies(const struct view_records *v, enum action action)
{
	static const struct {
		enum action action;
		uint64_t sample_type; /* the record has one of these; 0: the switches of a CPU */
	} views[] = {
		{ ACTION_VIEW_CHAIN, SAMPLE_CALLCHAIN | SAMPLE_STACK_USER },
		{ ACTION_VIEW_BRANCHES, SAMPLE_BRANCH_STACK },
		{ ACTION_VIEW_MEMORY, SAMPLE_DATA_SRC },
		{ ACTION_VIEW_CPU, 0 },
	};
	const struct row_info *row = v->session->row;
	const struct event *event =
		row && row->type == RECORD_SAMPLE && row->event != EVENT_NONE
			? &recording_file(v->session->rec, row->part)->events.list.v[row->event]
			: NULL;

	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
		if (views[i].action != action)
			continue;
		if (!event)
			return false;
		return views[i].sample_type ? event->attr.sample_type & views[i].sample_type
					    : !strcmp(event->name, "sched:sched_switch");
	}
	return true;
}

/*
 * The condition that FILTER_AND would add to the filter, in the columns that the bottom line has.
 * NULL: it has too few.
 */
static const char *filter_hint(struct view_records *v)
{
	int cols = v->list.layout.cols - HINT_COLS_OTHERS;

	buf_reset(&v->condition);
	if (!records_field_condition(v, &v->condition))
		return HINT_NONE;
	cols = cols > HINT_COLS_MOST ? HINT_COLS_MOST : cols < HINT_COLS ? HINT_COLS : cols;
	return field_condition_cut(&v->condition, (size_t)cols) ||
			       text_columns(v->condition.p, v->condition.len) <= HINT_COLS_WHOLE
		       ? v->condition.p
		       : NULL;
}

const char *records_hint(struct view *view, enum action action)
{
	struct view_records *v = view_records_from(view);

	if (action == ACTION_CLOSE && (v->maximised || v->focus != PANE_LIST))
		return v->maximised ? "restore" : "list";
	if (action == ACTION_VIEW_FILTERS)
		return v->filter_cut ? "whole filter" : HINT_NONE;
	if (action == ACTION_FILTER_AND)
		return filter_hint(v);
	return applies(v, action) ? NULL : HINT_NONE;
}

const enum action *records_hints(const struct view *view)
{
	static const enum action filtered[] = {
		ACTION_OPEN,	   ACTION_FILTER,    ACTION_ESCAPE, ACTION_VIEW_FILTERS,
		ACTION_FILTER_AND, ACTION_PANE_NEXT, ACTION_HELP,   ACTION_CLOSE,
		ACTION_FIND,	   RECORD_VIEWS,     ACTION_NONE
	};
	static const enum action hints[PANES][16] = {
		[PANE_LIST] = { ACTION_OPEN, ACTION_PANE_NEXT, ACTION_FILTER, ACTION_FIND,
				ACTION_FILTER_AND, ACTION_HELP, ACTION_CLOSE, RECORD_VIEWS,
				ACTION_INFO, ACTION_TIME_FORMAT, ACTION_COMMAND,
				ACTION_FILTER_NOT },
		[PANE_TREE] = { ACTION_RIGHT, ACTION_LEFT, ACTION_PANE_NEXT, ACTION_RECORD_NEXT,
				ACTION_FILTER_AND, ACTION_HELP, ACTION_CLOSE, ACTION_EXPLAIN,
				ACTION_MAXIMISE, ACTION_FILTER_NOT },
		[PANE_HEX] = { ACTION_PANE_NEXT, ACTION_RECORD_NEXT, ACTION_FILTER_AND,
			       ACTION_MAXIMISE, ACTION_HELP, ACTION_CLOSE },
	};

	const struct view_records *v = view_records_from(view);

	return v->focus == PANE_LIST && v->session->selection ? filtered : hints[v->focus];
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/act.h"

#include "base/typed_number.h"
#include "records/copy.h"
#include "records/filter.h"
#include "records/find.h"
#include "records/later.h"
#include "records/link.h"
#include "records/mark.h"
#include "records/spans.h"
#include "records/view.h"
#include "views/columns.h"

typedef void (*records_handler)(struct view_records *v, const struct action_call *call);

/* ---- panes ---- */

static void focus_by(struct view_records *v, int step)
{
	enum records_pane pane = v->focus;

	do {
		pane = (enum records_pane)((pane + PANES + step) % PANES);
	} while (v->hidden[pane]);
	v->focus = pane;
}

static void records_pane(struct view_records *v, const struct action_call *call)
{
	focus_by(v, call->action == ACTION_PANE_NEXT ? 1 : -1);
}

static void records_open(struct view_records *v, const struct action_call *call)
{
	(void)call;
	v->hidden[PANE_TREE] = false;
	v->focus = PANE_TREE;
}

static void toggle_pane(struct view_records *v, enum records_pane pane)
{
	v->hidden[pane] = !v->hidden[pane];
	v->maximised = false;
	if (v->hidden[v->focus])
		v->focus = PANE_LIST;
}

static void records_details(struct view_records *v, const struct action_call *call)
{
	(void)call;
	toggle_pane(v, PANE_TREE);
}

static void records_bytes(struct view_records *v, const struct action_call *call)
{
	(void)call;
	toggle_pane(v, PANE_HEX);
}

static void records_maximise(struct view_records *v, const struct action_call *call)
{
	(void)call;
	v->maximised = !v->maximised;
}

static void records_resize(struct view_records *v, const struct action_call *call)
{
	int by = call->count < 100 ? (int)call->count : 100;
	int lower = v->lower + (call->action == ACTION_PANE_LARGER ? by : -by);

	if (call->action == ACTION_PANES_EQUAL)
		v->side = 0;
	v->lower = call->action == ACTION_PANES_EQUAL ? 0
		   : lower > 100		      ? 100
		   : lower < -100		      ? -100
						      : lower;
}

/* Resize the pane with the cursor if it is the fields or the bytes. False: it is the list. */
static bool resize_side(struct view_records *v, const struct action_call *call)
{
	bool wider = call->action == ACTION_COLUMN_WIDER;
	int by = call->count < 100 ? (int)call->count : 100, side;

	if (v->focus == PANE_LIST || (!wider && call->action != ACTION_COLUMN_NARROWER))
		return false;
	side = v->side + (wider == (v->focus == PANE_HEX) ? by : -by);
	v->side = side > 200 ? 200 : side < -200 ? -200 : side;
	return true;
}

/* The way back: from a maximised pane to all panes, to the list, to the view before, and out. */
static void records_close(struct view_records *v, const struct action_call *call)
{
	(void)call;
	if (v->maximised)
		v->maximised = false;
	else if (v->focus != PANE_LIST)
		v->focus = PANE_LIST;
	else if (app_is_last(v->view.app))
		v->view.app->quit = true;
	else
		app_pop(v->view.app);
}

/* ---- jumps ---- */

static void records_jump(struct view_records *v, const struct action_call *call)
{
	session_place_leave(v->session);
	if (call->has_count)
		session_place_set(v->session, (struct session_place){ PLACE_ORDINAL, call->count });
	else
		pane_list_act(&v->list, call);
}

static void records_percent(struct view_records *v, const struct action_call *call)
{
	uint64_t percent = call->count < 100 ? call->count : 100;

	session_place_leave(v->session);
	session_place_set(v->session,
			  (struct session_place){ PLACE_PERCENT, percent * TYPED_ONE_PERCENT });
}

static void records_history(struct view_records *v, const struct action_call *call)
{
	if (call->action == ACTION_BACK)
		session_place_back(v->session);
	else
		session_place_forward(v->session);
}

void records_flag(struct view_records *v, const struct action_call *call)
{
	(void)call;
	session_notes_flag(v->session);
}

static void records_flag_go(struct view_records *v, const struct action_call *call)
{
	session_notes_go(v->session, call->action == ACTION_FLAG_PREV);
}

static void records_list(struct view_records *v, const struct action_call *call)
{
	pane_list_act(&v->list, call);
}

/* ---- filter and display ---- */

static void records_escape(struct view_records *v, const struct action_call *call)
{
	(void)call;
	if (v->find.needle.marked) {
		v->find.needle.marked = false;
		app_say(v->view.app,
			"The matches are no longer highlighted; %s highlights them again.",
			app_key_of(v->view.app, ACTION_FIND_NEXT));
		return;
	}
	records_filter_escape(v);
}

static void records_undo_key(struct view_records *v, const struct action_call *call)
{
	(void)call;
	records_undo(v->view.app);
}

static void records_time(struct view_records *v, const struct action_call *call)
{
	(void)call;
	app_say(v->view.app, "%s", session_time_next(v->session));
}

static void records_toggle_order(struct view_records *v, const struct action_call *call)
{
	(void)call;
	session_order_choose(v->session, !v->session->by_time);
}

void records_zero(struct view_records *v, const struct action_call *call)
{
	struct buf text = BUF_INIT;
	const char *say;

	(void)call;
	session_record(v->session);
	say = v->session->row ? session_time_zero(v->session, v->session->row) : NULL;
	app_add_text(v->view.app, say ? say : "", &text);
	if (say)
		app_say(v->view.app, "%s", text.p);
	else
		app_complain(v->view.app, "There is no time here.");
	buf_release(&text);
}

static void records_next_names(struct view_records *v, const struct action_call *call)
{
	(void)call;
	app_say(v->view.app, "%s", records_names_next(&v->names));
}

static void records_columns(struct view_records *v, const struct action_call *call)
{
	(void)call;
	columns_open(v->view.app);
}

static void records_report_where(struct view_records *v, const struct action_call *call)
{
	(void)call;
	records_where(v->view.app);
}

static void records_follow(struct view_records *v, const struct action_call *call)
{
	(void)call;
	session_follow_toggle(v->session);
}

/* ---- keys ---- */

static const records_handler handlers[ACTION_COUNT] = {
	[ACTION_FIRST] = records_jump,
	[ACTION_LAST] = records_jump,
	[ACTION_PERCENT] = records_percent,
	[ACTION_RECORD_NEXT] = records_list,
	[ACTION_RECORD_PREV] = records_list,
	[ACTION_MARK] = records_mark,
	[ACTION_MARK_GO] = records_mark_go,
	[ACTION_BACK] = records_history,
	[ACTION_FORWARD] = records_history,
	[ACTION_FLAG] = records_flag,
	[ACTION_FLAG_NEXT] = records_flag_go,
	[ACTION_FLAG_PREV] = records_flag_go,
	[ACTION_COPY_LINE] = records_copy,
	[ACTION_COPY_FIELD] = records_copy,
	[ACTION_COPY_JSON] = records_copy,
	[ACTION_COPY_ADDRESS] = records_copy,
	[ACTION_COPY_FILTER] = records_copy,
	[ACTION_COPY_LINK] = records_copy,
	[ACTION_FIND] = records_find_prompt,
	[ACTION_FIND_NEXT] = records_find_key,
	[ACTION_FIND_PREV] = records_find_key,
	[ACTION_THREAD_NEXT] = records_find_key,
	[ACTION_THREAD_PREV] = records_find_key,
	[ACTION_CPU_NEXT] = records_find_key,
	[ACTION_CPU_PREV] = records_find_key,
	[ACTION_VALUE_NEXT] = records_find_key,
	[ACTION_VALUE_PREV] = records_find_key,
	[ACTION_GAP_NEXT] = records_find_key,
	[ACTION_GAP_PREV] = records_find_key,
	[ACTION_PROBLEM_NEXT] = records_find_key,
	[ACTION_PROBLEM_PREV] = records_find_key,
	[ACTION_SPAN] = records_span,
	[ACTION_FOLLOW] = records_follow,
	[ACTION_OPEN] = records_open,
	[ACTION_PANE_NEXT] = records_pane,
	[ACTION_PANE_PREV] = records_pane,
	[ACTION_DETAILS] = records_details,
	[ACTION_BYTES] = records_bytes,
	[ACTION_MAXIMISE] = records_maximise,
	[ACTION_PANE_LARGER] = records_resize,
	[ACTION_PANE_SMALLER] = records_resize,
	[ACTION_PANES_EQUAL] = records_resize,
	[ACTION_CLOSE] = records_close,
	[ACTION_FILTER] = records_filter_key,
	[ACTION_FILTER_TOGGLE] = records_filter_key,
	[ACTION_FILTER_DROP] = records_filter_key,
	[ACTION_COUNT_BY] = records_filter_count,
	[ACTION_FILTER_AND] = records_filter_field,
	[ACTION_FILTER_NOT] = records_filter_field,
	[ACTION_FILTER_ONLY] = records_filter_field,
	[ACTION_ESCAPE] = records_escape,
	[ACTION_UNDO] = records_undo_key,
	[ACTION_TIME_FORMAT] = records_time,
	[ACTION_TIME_ZERO] = records_zero,
	[ACTION_NAMES] = records_next_names,
	[ACTION_COLUMNS] = records_columns,
	[ACTION_CODE] = records_code,
	[ACTION_SOURCE] = records_source,
	[ACTION_EXPLAIN] = records_explain,
	[ACTION_ORDER] = records_toggle_order,
	[ACTION_WHERE] = records_report_where,
	[ACTION_AROUND] = records_around_key,
};

/* The focused pane comes first: a key may have a meaning of its own in it. */
static bool act_in_pane(struct view_records *v, const struct action_call *call)
{
	session_record(v->session);
	if (v->focus == PANE_TREE && records_link(v, call))
		return true;
	if ((v->focus == PANE_TREE && pane_tree_act(&v->tree, call)) ||
	    (v->focus == PANE_HEX && pane_hex_act(&v->hex, call))) {
		records_pointed(v);
		return true;
	}
	return false;
}

bool records_act(struct view *view, const struct action_call *call)
{
	struct view_records *v = view_records_from(view);
	enum action_group group = action_info(call->action)->group;
	bool known;

	session_order_hold(v->session);
	v->span_wanted = false;
	if (records_later_add(v, call))
		return true;
	if (group == GROUP_MOVE || group == GROUP_FIND)
		session_follow_leave(v->session);

	/* Stop waiting for a row; the same key can begin to wait again. */
	if (call->action != ACTION_CANCEL && call->action != ACTION_COMMAND) {
		records_later_drop(v);
		/* A prompt over another view does not move the list yet. */
		if (!v->asking)
			session_place_cancel(v->session);
		if (group == GROUP_MOVE || group == GROUP_FILTER)
			records_find_leave(v);
	}
	known = act_in_pane(v, call) || resize_side(v, call);

	if (!known && handlers[call->action]) {
		handlers[call->action](v, call);
		known = true;
	}
	if (!known && v->focus == PANE_LIST)
		known = pane_list_act(&v->list, call);
	session_record(v->session);
	return known;
}

bool view_records_knows(enum action action)
{
	return handlers[action] || pane_list_knows(action) || pane_tree_knows(action) ||
	       pane_hex_knows(action);
}

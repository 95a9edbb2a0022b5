/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/typed_number.h"
#include "recording/timeline.h"
#include "records/change.h"
#include "records/copy.h"
#include "records/draw.h"
#include "records/filter.h"
#include "records/find.h"
#include "records/frames.h"
#include "records/later.h"
#include "records/link.h"
#include "records/mark.h"
#include "records/observer.h"
#include "records/records.h"
#include "records/spans.h"
#include "spans/spans.h"
#include "views/columns.h"
#include "views/views.h"
#include "widgets/field_condition.h"
#include "wire/layout.h"

enum {
	HINT_COLS = 16,	      /* least columns of a condition in the bottom line, */
	HINT_COLS_MOST = 40,  /* the most, */
	HINT_COLS_WHOLE = 18, /* of one that is whole, if its name leaves no room for the value, */
	HINT_COLS_OTHERS = 64 /* and columns for the other hints */
};

struct view_records *view_records_from(const struct view *view)
{
	return container_of(view, struct view_records, view);
}

struct view_records *app_records(const struct app *app)
{
	return app->records;
}

/* ---- the record under the cursor ---- */

/* Highlight the bytes of the field under the tree's cursor. */
void records_mark_field(struct view_records *v)
{
	const struct tree_node *node = pane_tree_node(&v->tree);

	if (node)
		pane_hex_select(&v->hex, node->off, node->len);
}

/* Select the field with the byte under the cursor of the bytes. */
static void mark_byte(struct view_records *v)
{
	uint64_t byte = v->hex.cursor;
	uint32_t node = tree_at_byte(&v->session->decoded, (uint32_t)byte);

	if (node == TREE_NONE)
		return;
	pane_tree_select(&v->tree, node);
	records_mark_field(v);
	v->hex.cursor = byte;
}

void records_pointed(struct view_records *v)
{
	if (v->focus == PANE_HEX)
		mark_byte(v);
	else
		records_mark_field(v);
}

/* ---- actions on panes ---- */

typedef void (*records_handler)(struct view_records *v, const struct action_call *call);

static bool pane_wanted(const struct view_records *v, enum records_pane pane)
{
	return !v->hidden[pane];
}

static void focus_by(struct view_records *v, int step)
{
	enum records_pane pane = v->focus;

	do {
		pane = (enum records_pane)((pane + PANES + step) % PANES);
	} while (!pane_wanted(v, pane));
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

static void jump_in_list(struct view_records *v, const struct action_call *call)
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

static const records_handler handlers[ACTION_COUNT] = {
	[ACTION_FIRST] = jump_in_list,
	[ACTION_LAST] = jump_in_list,
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
	if (v->focus == PANE_TREE && pane_tree_act(&v->tree, call)) {
		records_mark_field(v);
		return true;
	}
	if (v->focus == PANE_HEX && pane_hex_act(&v->hex, call)) {
		mark_byte(v);
		return true;
	}
	return false;
}

static bool records_act(struct view *view, const struct action_call *call)
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

static bool records_knows(const struct view *view, enum action action)
{
	(void)view;
	return view_records_knows(action);
}

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
 * The hint for FILTER_AND is the condition that it would add to the filter, in the columns that the
 * bottom line has.
 */
static const char *records_hint(struct view *view, enum action action)
{
	struct view_records *v = view_records_from(view);
	int cols = v->list.layout.cols - HINT_COLS_OTHERS;

	if (action == ACTION_CLOSE && (v->maximised || v->focus != PANE_LIST))
		return v->maximised ? "restore" : "list";
	if (action == ACTION_VIEW_FILTERS)
		return v->filter_cut ? "whole filter" : HINT_NONE;
	if (action != ACTION_FILTER_AND)
		return applies(v, action) ? NULL : HINT_NONE;
	buf_reset(&v->condition);
	if (!records_field_condition(v, &v->condition))
		return HINT_NONE;
	cols = cols > HINT_COLS_MOST ? HINT_COLS_MOST : cols < HINT_COLS ? HINT_COLS : cols;
	return field_condition_cut(&v->condition, (size_t)cols) ||
			       text_columns(v->condition.p, v->condition.len) <= HINT_COLS_WHOLE
		       ? v->condition.p
		       : NULL;
}

static const enum action *records_hints(const struct view *view)
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
				ACTION_FILTER_AND, ACTION_HELP, ACTION_CLOSE, ACTION_MAXIMISE,
				ACTION_FILTER_NOT },
		[PANE_HEX] = { ACTION_PANE_NEXT, ACTION_RECORD_NEXT, ACTION_FILTER_AND,
			       ACTION_MAXIMISE, ACTION_HELP, ACTION_CLOSE },
	};

	const struct view_records *v = view_records_from(view);

	return v->focus == PANE_LIST && v->session->selection ? filtered : hints[v->focus];
}

/* ---- background work ---- */

/* Have all symbols come that columns wait for? */
static bool names_came(struct view_records *v)
{
	struct syms *syms = recording_syms(v->session->rec);
	uint32_t finished = syms_finished(syms);
	bool came = finished != v->modules_named && !syms_pending(syms);

	if (came)
		v->modules_named = finished;
	return came;
}

static bool records_wake(struct view *view)
{
	struct view_records *v = view_records_from(view);
	size_t before = v->list.nav.n;
	bool moved = session_resume(v->session);

	moved |= names_came(v);
	moved |= records_spans_resume(v);
	moved |= list_lines_gaps_resume(&v->list.lines);
	if (list_lines_gaps_wait(&v->list.lines))
		tui_wake(NULL);
	moved |= records_frames_resume(v);
	moved |= records_names_wake(&v->names);
	moved |= records_later_resume(v);
	/* The screen is not full yet: wait for more rows. */
	if (before < v->list.nav.height) {
		listnav_layout(&v->list.nav, v->list.nav.height);
		moved |= v->list.nav.n != before;
	}
	session_record(v->session);
	return moved;
}

static bool receiving(const struct view_records *v)
{
	struct index_progress progress;

	recording_progress(v->session->rec, &progress);
	return progress.receiving;
}

static bool records_busy(const struct view *view)
{
	const struct view_records *v = view_records_from(view);

	return session_is_busy(v->session) || receiving(v) ||
	       syms_pending(recording_syms(v->session->rec)) || v->unwinding ||
	       list_lines_gaps_wait(&v->list.lines) || spans_pending(v->session->rec) ||
	       records_names_busy(&v->names);
}

/* Stop downloads of debug files; :debuginfod on allows them again. */
static bool symbols_cancel(struct view_records *v)
{
	struct symfetch_status status;

	syms_fetching(recording_syms(v->session->rec), &status);
	if (!status.waiting)
		return false;
	syms_debuginfod(recording_syms(v->session->rec), false);
	app_say(v->view.app, "Debug files are no longer fetched.");
	return true;
}

/* Stop the last request first: a motion, the filter, the index. */
static bool records_cancel(struct view *view)
{
	struct view_records *v = view_records_from(view);
	bool waits;

	if (session_find_cancel(v->session) || session_problem_cancel(v->session) ||
	    session_write_cancel(v->session) || session_notes_cancel(v->session) ||
	    session_follow_leave(v->session))
		return true;
	if (symbols_cancel(v))
		return true;
	waits = !session_filter_is_running(v->session) && session_place_waits(v->session);
	if (!session_cancel(v->session))
		return false;
	if (waits)
		records_later_drop(v);
	return true;
}

/* ---- the view ---- */

static void records_draw_view(struct view *view, const struct surface *s,
			      struct term_cursor *cursor)
{
	records_draw(view_records_from(view), s, cursor);
}

static void records_free(struct view *view)
{
	struct view_records *v = view_records_from(view);

	session_observe(v->session, NULL);
	buf_release(&v->change_note);
	buf_release(&v->condition);
	needle_release(&v->find.needle);
	rules_forget(v->list.lines.rules);
	pane_list_release(&v->list);
	pane_tree_release(&v->tree);
	records_names_release(&v->names);
	free(v);
}

const struct view_words view_records_words[] = {
	{ ACTION_OPEN, "details",
	  "record: go to its fields; field: open or close it, or open its view" },
	{ ACTION_NONE, NULL, NULL },
};

static const struct view_ops records_ops = {
	.name = "the records",
	.words = view_records_words,
	.act = records_act,
	.knows = records_knows,
	.hint = records_hint,
	.hints = records_hints,
	.draw = records_draw_view,
	.point = records_point,
	.wake = records_wake,
	.look = records_change_look,
	.busy = records_busy,
	.cancel = records_cancel,
	.close = records_free,
};

static uint64_t row_of(void *ctx, uint64_t number)
{
	return session_order_row(ctx, number);
}

static char sign_of(void *ctx, uint64_t row)
{
	return session_notes_sign(ctx, row);
}

struct view_records *view_records_new(struct app *app)
{
	struct view_records *v = mem_zalloc(sizeof(*v));

	v->view = VIEW_INIT(&records_ops, app);
	v->session = app->session;
	v->observer = (struct session_observer){ records_observe, v };
	v->doubt = timeline_doubt(app->rec);
	buf_init(&v->change_note);
	buf_init(&v->condition);
	pane_list_init(&v->list, v->session->reader, &v->session->cursor, row_of,
		       &v->session->shown_times);
	v->list.lines.rules = &app->rules;
	v->list.sign = sign_of;
	v->list.sign_ctx = v->session;
	v->names.app = app;
	v->list.lines.name = records_names_of_line;
	v->tree.name = records_names_of_node;
	v->list.lines.name_ctx = v->tree.name_ctx = &v->names;
	v->list.layout.changed = records_columns_changed;
	v->list.layout.changed_ctx = v;
	records_columns_changed(v);
	session_observe(v->session, &v->observer);
	app->records = v;
	return v;
}

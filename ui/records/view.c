/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/view.h"

#include <stdlib.h>

#include "base/mem.h"
#include "recording/timeline.h"
#include "records/act.h"
#include "records/change.h"
#include "records/draw.h"
#include "records/find.h"
#include "records/frames.h"
#include "records/hints.h"
#include "records/later.h"
#include "records/observer.h"
#include "records/records.h"
#include "records/spans.h"
#include "spans/spans.h"

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

void records_mark_byte(struct view_records *v)
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
		records_mark_byte(v);
	else
		records_mark_field(v);
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

static bool records_knows(const struct view *view, enum action action)
{
	(void)view;
	return view_records_knows(action);
}

static void records_draw_view(struct view *view, const struct surface *s,
			      struct term_cursor *cursor)
{
	records_draw(view_records_from(view), s, cursor);
}

static void records_free(struct view *view)
{
	struct view_records *v = view_records_from(view);

	session_observe(v->session, NULL);
	buf_release(&v->find.bytes);
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
	buf_init(&v->find.bytes);
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

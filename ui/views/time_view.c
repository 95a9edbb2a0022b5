/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/time_view.h"

#include <stdlib.h>

#include "base/mem.h"
#include "filter/eval.h"
#include "records/records.h"
#include "session/session_place.h"
#include "session/session_place_text.h"
#include "session/session_time.h"
#include "views/time_axis.h"
#include "widgets/parts.h"
#include "widgets/progress.h"
#include "widgets/status.h"

static struct time_view *self(const struct view *view)
{
	return container_of(view, struct time_view, view);
}

static void count_again(struct time_view *tv)
{
	tv->ops->end(tv);
	tv->cancelled = false;
	tv->cursor = 0;
	tv->mark = NO_MARK;
	tv->peak = NO_MARK;
	tv->ops->start(tv);
}

void time_view_histogram_progress(const struct time_view *tv, struct worker_progress *progress)
{
	job_progress(histogram_job(tv->counts), progress);
}

void time_view_histogram_cancel(struct time_view *tv)
{
	job_cancel(histogram_job(tv->counts));
}

void time_view_histogram_end(struct time_view *tv)
{
	histogram_free(tv->counts);
}

const struct time_range *time_view_shown(const struct time_view *tv)
{
	return &tv->zooms[tv->n - 1];
}

void time_view_chosen(const struct time_view *tv, int *from, int *to)
{
	int other = tv->mark == NO_MARK ? tv->cursor : tv->mark;

	*from = tv->cursor < other ? tv->cursor : other;
	*to = tv->cursor < other ? other : tv->cursor;
}

void time_view_place(struct time_view *tv)
{
	const struct time_range *shown = time_view_shown(tv);

	if (tv->from < shown->lo || tv->from > shown->hi)
		return;
	tv->ops->go(tv, tv->from);
}

static int scale(int place, int to, int from)
{
	return place == NO_MARK ? NO_MARK : (int)((int64_t)place * to / from);
}

void time_view_rescale(struct time_view *tv, int from, int to)
{
	const struct time_view_places *was = &tv->scaled;

	if (from == to)
		return;
	/* A window that changes size often must not add up rounding errors. */
	if (was->n != from || was->cursor != tv->cursor || was->mark != tv->mark)
		tv->chosen = (struct time_view_places){ from, tv->cursor, tv->mark };
	tv->cursor = scale(tv->chosen.cursor, to, tv->chosen.n);
	tv->mark = scale(tv->chosen.mark, to, tv->chosen.n);
	tv->scaled = (struct time_view_places){ to, tv->cursor, tv->mark };
}

/* Append the reason why there are no counts. */
static void add_why_empty(const struct time_view *tv, struct buf *out)
{
	if (tv->settled)
		buf_adds(out, "No record here has a time.");
	else if (tv->cancelled)
		buf_adds(out, "stopped: no time found yet");
	else
		progress_waiting(tv->view.app->rec, out);
}

/* True, after a message, while nothing was counted. */
static bool is_empty(struct time_view *tv)
{
	struct buf why = BUF_INIT;

	if (!tv->waiting)
		return false;
	add_why_empty(tv, &why);
	app_say(tv->view.app, "%s", why.p);
	buf_release(&why);
	return true;
}

/* ---- actions ---- */

void time_view_mark(struct time_view *tv, const struct action_call *call)
{
	(void)call;
	tv->mark = tv->mark == NO_MARK ? tv->cursor : NO_MARK;
}

bool time_view_has_fewer(const struct time_view *tv, uint64_t n)
{
	return tv->ops->rows && !tv->cancelled && !time_view_busy(&tv->view) &&
	       tv->ops->rows(tv) < n;
}

void time_view_records(struct time_view *tv, const struct action_call *call)
{
	struct time_range range = tv->ops->chosen(tv);
	struct buf condition = BUF_INIT;

	if (tv->ops->record && tv->ops->record(tv, &condition)) {
		records_filter_counted(tv->view.app, "", condition.p, call->action);
	} else if (time_view_has_fewer(tv, 1)) {
		app_complain(tv->view.app, "No record is here.");
	} else if (!tv->ops->where || tv->ops->where(tv, &condition)) {
		time_range_condition(&range, &condition);
		counted_records(&tv->what, tv->view.app, condition.p, call->action);
	}
	buf_release(&condition);
}

/* Count again, with the cursor at a time, if the view can go there. */
static void count_around(struct time_view *tv, uint64_t time)
{
	count_again(tv);
	if (tv->ops->focus)
		tv->ops->go_focus(tv, time);
}

static bool is_same(const struct time_range *a, const struct time_range *b)
{
	return a->lo == b->lo && a->hi == b->hi;
}

/* Show the time of all records, if only that of the samples is shown. False: it is the same. */
static bool show_whole(struct time_view *tv)
{
	struct time_range all;

	tv->whole = true;
	if (!time_range_whole(tv->view.app, &all) || is_same(&all, &tv->zooms[0]))
		return false;
	tv->zooms[0] = all;
	return true;
}

static void zoom_out(struct time_view *tv)
{
	uint64_t time = tv->ops->focus ? tv->ops->focus(tv) : 0;

	if (tv->n == 1 && !show_whole(tv)) {
		app_say(tv->view.app, "The whole time is shown.");
		return;
	}
	tv->n -= tv->n > 1;
	count_around(tv, time);
}

static void zoom_in(struct time_view *tv)
{
	uint64_t time = tv->ops->focus ? tv->ops->focus(tv) : 0;
	struct time_range inner;

	if (!tv->ops->inside(tv, &inner) || tv->n == TIME_VIEW_ZOOMS) {
		app_complain(tv->view.app,
			     "There is too little time, or too few records, to zoom in.");
		return;
	}
	tv->zooms[tv->n++] = inner;
	count_around(tv, time);
}

void time_view_zoom(struct time_view *tv, const struct action_call *call)
{
	if (call->action == ACTION_ZOOM_OUT)
		zoom_out(tv);
	else
		zoom_in(tv);
}

/* Count one event, or all records. */
static void count_event(struct time_view *tv, enum action action)
{
	uint64_t time = tv->ops->time(tv);

	if (action == ACTION_EVENT_NEXT)
		counted_pick_event(&tv->what, tv->view.app);
	else if (tv->what.by_event)
		counted_drop_event(&tv->what);
	else
		return;
	count_again(tv);
	tv->ops->go(tv, time);
}

void time_view_event(struct time_view *tv, const struct action_call *call)
{
	bool all = call->action == ACTION_EVENT_ALL;

	if (tv->ops->event && !tv->what.weighed && (all || !tv->what.by_event))
		count_event(tv, call->action);
	else
		counted_act(&tv->what, call->action);
}

/*
 * The place with the largest amount, after that of `than` in this order; equal amounts are in the
 * order of time. NO_MARK as `than`: of all places; as the result: `than` is the last one.
 */
static int highest(const struct time_view *tv, int than)
{
	int found = NO_MARK, next;
	int128 limit = than == NO_MARK ? 0 : tv->ops->amount(tv, than, &next), most = 0;

	for (int place = 0; place != NO_MARK; place = next) {
		int128 amount = tv->ops->amount(tv, place, &next);

		if (than != NO_MARK && (amount > limit || (amount == limit && place <= than)))
			continue;
		if (found == NO_MARK || amount > most) {
			found = place;
			most = amount;
		}
	}
	return found;
}

void time_view_highest(struct time_view *tv, const struct action_call *call)
{
	int place = tv->cursor == tv->peak ? highest(tv, tv->peak) : NO_MARK;

	(void)call;
	tv->cursor = tv->peak = place == NO_MARK ? highest(tv, NO_MARK) : place;
}

int64_t time_view_nearest(int64_t place, int64_t n)
{
	return place < 0 ? 0 : place >= n ? n - 1 : place;
}

int64_t time_view_steps(const struct action_call *call, bool forward)
{
	int64_t n = call->count < INT32_MAX ? (int64_t)call->count : INT32_MAX;

	return forward ? n : -n;
}

bool time_view_act(struct view *view, const struct action_call *call)
{
	struct time_view *tv = self(view);

	if (!time_view_knows(view, call->action))
		return false;
	if (!is_empty(tv)) {
		tv->from = 0;
		tv->ops->handlers[call->action](tv, call);
	}
	return true;
}

/* The record that the view was opened at is more exact than the cursor on its time. */
bool time_view_time(struct view *view, uint64_t *time)
{
	const struct time_view *tv = self(view);

	if (!tv->waiting)
		*time = tv->from ? tv->from : tv->ops->time(tv);
	return !tv->waiting;
}

/* The time of a place. False: it has none, or the index does not reach it yet. */
static bool find_time(struct time_view *tv, const char *where, uint64_t *time)
{
	struct session *session = tv->view.app->session;
	struct row_info row;
	struct err err = ERR_INIT;
	bool is_time;
	uint64_t ns;

	if (*where != '+' && *where != '-') {
		if (session_place_find(session, where, &row, &is_time, &err) < 0)
			return false;
		*time = row.time;
		return row.has_time;
	}
	if (session_place_text_step(where, &ns, &is_time, &err) < 0 || !is_time)
		return false;
	time_view_time(&tv->view, time);
	return *where == '+' ? !__builtin_add_overflow(*time, ns, time)
			     : !__builtin_sub_overflow(*time, ns, time);
}

void time_view_go_to(struct view *view, const char *where)
{
	struct time_view *tv = self(view);
	const struct span *all = reader_span(view->app->session->reader);
	const struct time_range *shown = time_view_shown(tv);
	uint64_t time;

	/* A message of the session reports a time outside of the recording. */
	if (tv->waiting || !find_time(tv, where, &time) || time < all->first || time > all->last)
		return;
	tv->from = 0;
	if (time < shown->lo || time > shown->hi)
		app_complain(view->app, "This time is not shown here; %s shows a longer time.",
			     app_key_of(view->app, ACTION_ZOOM_OUT));
	else if (tv->ops->go)
		tv->ops->go(tv, time);
	else
		tv->ops->go_focus(tv, time);
}

bool time_view_knows(const struct view *view, enum action action)
{
	const struct time_view *tv = self(view);

	if (!tv->what.by_event && !tv->ops->event &&
	    (action == ACTION_EVENT_NEXT || action == ACTION_EVENT_ALL))
		return false;
	return tv->ops->handlers[action];
}

const enum action *time_view_hints(const struct view *view)
{
	static const enum action hints[2][2][10] = {
		{ { ACTION_OPEN, ACTION_MAXIMISE, ACTION_ZOOM_OUT, ACTION_FLAG, ACTION_FILTER_AND,
		    ACTION_CLOSE, ACTION_HELP, ACTION_NONE },
		  { ACTION_OPEN, ACTION_MAXIMISE, ACTION_ZOOM_OUT, ACTION_FLAG, ACTION_HOTTEST,
		    ACTION_FILTER_AND, ACTION_CLOSE, ACTION_HELP, ACTION_NONE } },
		{ { ACTION_OPEN, ACTION_EVENT_NEXT, ACTION_MAXIMISE, ACTION_ZOOM_OUT, ACTION_FLAG,
		    ACTION_FILTER_AND, ACTION_CLOSE, ACTION_HELP, ACTION_NONE },
		  { ACTION_OPEN, ACTION_EVENT_NEXT, ACTION_MAXIMISE, ACTION_ZOOM_OUT, ACTION_FLAG,
		    ACTION_HOTTEST, ACTION_FILTER_AND, ACTION_CLOSE, ACTION_HELP, ACTION_NONE } },
	};
	const struct time_view *tv = self(view);

	return hints[tv->what.by_event][tv->ops->amount != NULL];
}

/* ---- drawing ---- */

void time_view_draw_axis(const struct time_view *tv, const struct surface *s, int row, int col,
			 int cols, bool below)
{
	time_axis_draw(tv->view.app->session, time_view_shown(tv), s, row, col, cols, below);
}

void time_view_draw_status(const struct time_view *tv, const struct surface *s, struct buf *title,
			   const char *position)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf work = BUF_INIT;
	struct worker_progress progress;

	tv->ops->progress(tv, &progress);
	buf_adds(title, PARTS_MORE);
	session_time_add_no_day(tv->view.app->session, title);
	counted_add_where(&tv->what, title);
	if (tv->cancelled)
		buf_adds(&work, "stopped: only a part is counted");
	else if (!progress.done && progress.rows_total)
		buf_addf(&work, "counting\u2026 %d%%",
			 progress_percent(tv->view.app->rec, progress.rows_done,
					  progress.rows_total));
	status_draw(&line, &(struct status){ title->p, position, work.p, work.len > 0 });
	buf_release(&work);
}

/* ---- while the recording is indexed ---- */

enum {
	LOOK_PART = 8,	    /* look for later times when there are an eighth more blocks */
	GROWN_PERCENT = 133 /* per cent of the shown time; then it is counted again */
};

/* Zoom into the times that the filter states: nothing is counted outside of them. */
static void zoom_to_filter(struct time_view *tv)
{
	const struct time_range *all = &tv->zooms[0];
	struct filter *filter = counted_filter(&tv->what);
	struct eval *eval = eval_open(tv->view.app->session->reader, filter);
	struct time_range inner;

	if (eval_times(eval, &inner.lo, &inner.hi)) {
		inner.lo = inner.lo > all->lo ? inner.lo : all->lo;
		inner.hi = inner.hi < all->hi ? inner.hi : all->hi;
		if (inner.lo < inner.hi && !is_same(&inner, all))
			tv->zooms[tv->n++] = inner;
	}
	eval_close(eval);
	filter_free(filter);
}

/* Count again from the beginning, with the cursor at the same time. */
static void count_longer(struct time_view *tv)
{
	bool begun = !tv->waiting && tv->ops->go;
	uint64_t time = begun ? tv->ops->time(tv) : 0;

	if (tv->waiting)
		zoom_to_filter(tv);
	tv->waiting = false;
	count_again(tv);
	if (begun)
		tv->ops->go(tv, time);
}

static bool is_longer(const struct time_range *now, const struct time_range *before)
{
	unsigned __int128 grown = (unsigned __int128)(before->hi - before->lo) * GROWN_PERCENT;

	return (unsigned __int128)(now->hi - now->lo) * 100 > grown;
}

/* Get the time that is shown unless the user zooms. False: there is none yet. */
static bool first_time(const struct time_view *tv, struct time_range *range)
{
	return tv->whole ? time_range_whole(tv->view.app, range)
			 : time_range_samples(tv->view.app, range);
}

static bool grow(struct time_view *tv)
{
	uint64_t blocks = recording_blocks(tv->view.app->rec);
	struct time_range all;

	if (blocks < tv->blocks + tv->blocks / LOOK_PART + 1 || tv->mark != NO_MARK)
		return false;
	tv->blocks = blocks;
	if (value_is_late(counted_when(&tv->what)) || !first_time(tv, &all) ||
	    (!tv->waiting && !is_longer(&all, &tv->zooms[0])))
		return false;
	if (!tv->waiting && !tv->ops->go)
		return false;
	tv->zooms[0] = all;
	if (tv->n > 1)
		return false;
	count_longer(tv);
	return true;
}

/* The index is complete, or followed: count again what has grown or may be other records. */
static bool settle(struct time_view *tv)
{
	bool first = !tv->settled;
	bool revised = first && (tv->ops->stacks || counted_when(&tv->what) != VALUE_AT_ONCE);
	struct time_range all;
	bool longer;

	tv->settled = true;
	if (!first_time(tv, &all))
		return first;
	longer = tv->waiting || !is_same(&all, &tv->zooms[0]);
	tv->zooms[0] = all;
	if (!revised && (!longer || tv->n > 1))
		return false;
	count_longer(tv);
	return true;
}

bool time_view_wake(struct view *view)
{
	struct time_view *tv = self(view);

	if (tv->cancelled)
		return false;
	if (counted_look(&tv->what) && !tv->waiting) {
		count_longer(tv);
		return true;
	}
	return time_range_building(view->app) ? grow(tv) : settle(tv);
}

bool time_view_draw_empty(const struct time_view *tv, const struct surface *s)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf why = BUF_INIT, title = BUF_INIT;

	if (!tv->waiting)
		return false;
	add_why_empty(tv, &why);
	buf_adds(&title, "records over time");
	counted_add_where(&tv->what, &title);
	status_draw(&line, &(struct status){ title.p, "", "" });
	surface_put_left(s, 2, 1, s->cols - 1, STYLE_DIM, why.p);
	buf_release(&title);
	buf_release(&why);
	return true;
}

bool time_view_text_empty(const struct time_view *tv, struct buf *out)
{
	if (!tv->waiting)
		return false;
	add_why_empty(tv, out);
	buf_addc(out, '\n');
	return true;
}

/* ---- the view ---- */

bool time_view_busy(const struct view *view)
{
	const struct time_view *tv = self(view);
	struct worker_progress progress;

	if (tv->cancelled || (tv->waiting && tv->settled))
		return false;
	if (tv->waiting || !tv->settled)
		return true;
	tv->ops->progress(tv, &progress);
	return !progress.done;
}

bool time_view_stop(struct view *view)
{
	if (!time_view_busy(view))
		return false;
	if (!self(view)->waiting)
		self(view)->ops->cancel(self(view));
	self(view)->cancelled = true;
	return true;
}

void time_view_close(struct view *view)
{
	self(view)->ops->end(self(view));
	counted_release(&self(view)->what);
	free(view);
}

void time_view_note(struct view *view, struct buf *out)
{
	counted_add_note(&self(view)->what, out);
}

/* Is there anything to count? Sets the time of the recording. */
static bool can_count(const struct app *app, const struct counted_records *what,
		      struct time_range *all)
{
	if (time_range_building(app) && value_is_late(counted_when(what)))
		return false;
	return time_range_whole(app, all);
}

static bool has_switches(const struct recording *rec)
{
	for (size_t part = 0; part < recording_parts_ready(rec); part++) {
		const struct events *events = &recording_file(rec, part)->events;

		for (size_t i = 0; i < events->list.n; i++)
			if (attr_flag(&events->list.v[i].attr, ATTR_CONTEXT_SWITCH))
				return true;
	}
	return false;
}

/*
 * Are records outside of the time of the samples of interest: because the view counts them, or was
 * opened at one, or they are switches?
 */
static bool needs_whole(const struct time_view *tv)
{
	const struct app *app = tv->view.app;
	struct time_range samples;

	if (app->opt->batch || (*tv->what.where && !tv->ops->stacks) || has_switches(app->rec))
		return true;
	return time_range_samples(app, &samples) && tv->from &&
	       (tv->from < samples.lo || tv->from > samples.hi);
}

int time_view_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		   const struct time_view_ops *time_ops, struct err *err)
{
	const struct row_info *row = app->session->row;
	bool building = time_range_building(app);
	struct time_view *tv;
	struct counted_records what;
	struct time_range all = { 1, 1 };
	char *topic;
	int rc = counted_parse(&what, app, arg, err);

	if (rc < 0)
		return rc;
	if (!can_count(app, &what, &all) && !building) {
		counted_release(&what);
		app_complain(app, "No record here has a time.");
		return 0;
	}
	if (time_ops->stacks || (what.weighed && shown_event_weighs(what.id)))
		counted_pick_event(&what, app);
	topic = counted_topic(&what, "");
	if (app_raise_topic(app, ops->name, topic)) {
		counted_release(&what);
		free(topic);
		return 0;
	}
	tv = mem_zalloc(size);
	tv->view = VIEW_INIT(ops, app);
	tv->view.topic = topic;
	tv->what = what;
	tv->ops = time_ops;
	tv->settled = !building;
	tv->waiting = !can_count(app, &what, &all);
	tv->blocks = recording_blocks(app->rec);
	tv->mark = NO_MARK;
	tv->from = row && row->has_time ? row->time : 0;
	tv->whole = needs_whole(tv);
	if (!tv->waiting)
		first_time(tv, &all);
	tv->zooms[tv->n++] = all;
	if (!tv->waiting) {
		zoom_to_filter(tv);
		count_again(tv);
	}
	app_push(app, &tv->view);
	return 0;
}

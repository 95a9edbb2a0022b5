/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/timeview.h"

#include <stdlib.h>

#include "base/mem.h"
#include "tui/status.h"

static struct timeview *self(struct view *view)
{
	return (struct timeview *)view;
}

static void count_again(struct timeview *tv)
{
	tv->counter->end(tv);
	tv->cancelled = false;
	tv->cursor = 0;
	tv->mark = NO_MARK;
	tv->counter->start(tv);
}

void timeview_histogram_progress(const struct timeview *tv, struct job_progress *progress)
{
	histogram_progress(tv->counts, progress);
}

void timeview_histogram_cancel(struct timeview *tv)
{
	histogram_cancel(tv->counts);
}

void timeview_histogram_end(struct timeview *tv)
{
	histogram_free(tv->counts);
}

const struct stretch *timeview_shown(const struct timeview *tv)
{
	return &tv->zooms[tv->n - 1];
}

void timeview_chosen(const struct timeview *tv, int *from, int *to)
{
	int other = tv->mark == NO_MARK ? tv->cursor : tv->mark;

	*from = tv->cursor < other ? tv->cursor : other;
	*to = tv->cursor < other ? other : tv->cursor;
}

void timeview_mark(struct timeview *tv)
{
	tv->mark = tv->mark == NO_MARK ? tv->cursor : NO_MARK;
}

void timeview_zoom_in(struct timeview *tv, const struct stretch *stretch, bool deeper)
{
	if (tv->n == TIMEVIEW_ZOOMS || !deeper) {
		app_complain(tv->view.app, "There is nothing inside of that.");
		return;
	}
	tv->zooms[tv->n++] = *stretch;
	count_again(tv);
}

void timeview_zoom_out(struct timeview *tv)
{
	if (tv->n == 1) {
		app_say(tv->view.app, "That is all of it.");
		return;
	}
	tv->n--;
	count_again(tv);
}

void timeview_draw_status(const struct timeview *tv, const struct surface *s, struct buf *title,
			  const char *position)
{
	struct surface line = surface_sub(s, 0, 0, 1, s->cols);
	struct buf work = BUF_INIT;
	struct job_progress progress;

	tv->counter->progress(tv, &progress);
	weighing_add_where(&tv->what, title);
	if (tv->cancelled)
		buf_adds(&work, "stopped: only a part is counted");
	else if (!progress.done && progress.rows_total)
		buf_addf(&work, "counting\u2026 %d%%",
			 (int)((double)progress.rows_done * 100 / (double)progress.rows_total));
	status_draw(&line, &(struct status){ title->p, position, work.p });
	buf_release(&work);
}

/* The recording became longer: count again when the index is complete. */
bool timeview_wake(struct view *view)
{
	struct timeview *tv = self(view);
	struct stretch all;

	if (stretch_building(view->app) || !stretch_whole(view->app, &all) ||
	    (all.lo == tv->zooms[0].lo && all.hi == tv->zooms[0].hi))
		return false;
	tv->zooms[0] = all;
	if (tv->n == 1)
		count_again(tv);
	return true;
}

bool timeview_busy(const struct view *view)
{
	const struct timeview *tv = (const struct timeview *)view;
	struct job_progress progress;

	tv->counter->progress(tv, &progress);
	return !tv->cancelled && (stretch_building(view->app) || !progress.done);
}

bool timeview_stop(struct view *view)
{
	if (!timeview_busy(view))
		return false;
	self(view)->counter->cancel(self(view));
	self(view)->cancelled = true;
	return true;
}

void timeview_close(struct view *view)
{
	self(view)->counter->end(self(view));
	weighing_release(&self(view)->what);
	free(view);
}

int timeview_open(struct app *app, const char *arg, size_t size, const struct view_ops *ops,
		  const struct timeview_counter *counter, struct err *err)
{
	struct timeview *tv;
	struct weighing what;
	struct stretch all;
	int rc = weighing_parse(&what, app, arg, err);

	if (rc < 0)
		return rc;
	if (!stretch_whole(app, &all)) {
		weighing_release(&what);
		app_complain(app, "There are no times here, or none are read yet.");
		return 0;
	}
	tv = mem_zalloc(size);
	tv->view = (struct view){ ops, app };
	tv->what = what;
	tv->counter = counter;
	tv->zooms[tv->n++] = all;
	count_again(tv);
	app_push(app, &tv->view);
	return 0;
}

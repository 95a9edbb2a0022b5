/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/finder.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "shell/app.h"
#include "shell/prompt.h"

enum {
	KEY_MS = 40,	 /* for the search of one key */
	CLOCK_LINES = 64 /* lines between two checks of the clock */
};

void finder_release(struct finder *find)
{
	needle_release(&find->needle);
}

/* The line that is n lines from the cursor in the search's direction. */
static uint64_t line_at(const struct finder *find, uint64_t n)
{
	uint64_t seen = find->seen % n;

	if (find->from >= n)
		return find->dir > 0 ? seen : n - 1 - seen;
	return find->dir > 0 ? (find->from + 1 + seen) % n : (find->from + n - 1 - seen) % n;
}

static void go_to(struct finder *find, uint64_t line)
{
	bool wrapped = find->dir > 0 ? line <= find->from : line >= find->from;

	find->ops->go(find->view, line);
	if (wrapped && find->from != UINT64_MAX)
		app_say(find->view->app, "The search continued from the %s.",
			find->dir > 0 ? "beginning" : "end");
}

static void report_no_line(const struct finder *find)
{
	struct buf what = BUF_INIT;

	needle_say(&find->needle, &what);
	if (find->ops->closed && find->ops->closed(find->view))
		app_complain(find->view->app, "No visible line has %s; %s opens the closed ones.",
			     what.p, app_key_of(find->view->app, ACTION_EXPAND_ALL));
	else
		app_complain(find->view->app, "No line has %s.", what.p);
	buf_release(&what);
}

/* Go to the next line with the text. False: there is none, or no time is left. */
static bool find_next(struct finder *find, int64_t end)
{
	uint64_t n = find->ops->count(find->view), cursor = find->ops->cursor(find->view);
	struct buf text = BUF_INIT;
	bool found = false;

	if (cursor != find->from)
		find->seen = 0;
	find->from = cursor;
	for (; find->seen < n && !found; find->seen++) {
		uint64_t line = line_at(find, n);

		if (find->seen % CLOCK_LINES == CLOCK_LINES - 1 && clock_ms() > end)
			break;
		buf_reset(&text);
		find->ops->text(find->view, line, &text);
		found = needle_matches(&find->needle, text.p, text.len);
		if (found)
			go_to(find, line);
	}
	buf_release(&text);
	if (!found && find->seen < n) {
		app_say(find->view->app,
			"Not in the %s %llu lines; press the key again to continue.",
			find->dir > 0 ? "next" : "previous", (unsigned long long)find->seen);
		return false;
	}
	find->seen = 0;
	if (!found)
		report_no_line(find);
	return found;
}

static void find_lines(struct finder *find, int dir, uint64_t count)
{
	int64_t end = clock_ms() + KEY_MS;

	if (dir != find->dir)
		find->seen = 0;
	find->dir = dir;
	find->needle.marked = true;
	for (; count && find_next(find, end); count--) {
		if (count == 1 || clock_ms() <= end)
			continue;
		app_say(find->view->app,
			"%llu matches still to go; press the key again to continue.",
			(unsigned long long)(count - 1));
		return;
	}
}

static void find_frame(struct finder *find, int dir)
{
	struct buf what = BUF_INIT;

	if (!find->ops->next(find->view, dir)) {
		needle_say(&find->needle, &what);
		app_complain(find->view->app, "No frame on the screen has %s in its name.", what.p);
	}
	buf_release(&what);
}

static void search(struct finder *find, int dir, uint64_t count)
{
	if (find->ops->next)
		find_frame(find, dir);
	else
		find_lines(find, dir, count);
}

static int accept(void *ctx, const char *text, struct err *err)
{
	struct finder *find = ctx;

	/* An empty text ends a search for frames, but repeats a search in lines, as in less. */
	if (!*text && find->ops->next)
		needle_release(&find->needle);
	else if (*text && needle_set(&find->needle, text, err) < 0)
		return ERR_PARSE;
	find->seen = 0;
	if ((!find->ops->ready || find->ops->ready(find->view)) && find->needle.typed)
		search(find, 1, 1);
	return 0;
}

static const char about_lines[] =
	"  scanner      text of the lines of this view\n" NEEDLE_ABOUT
	"n and N go to the next and the previous match, and Enter without text searches again.\n";

static const char about_frames[] =
	"  scanner      text of names of frames\n" NEEDLE_ABOUT
	"n and N go to the next and the previous match, and Enter without text ends the "
	"highlighting.\n";

void finder_act(struct finder *find, struct view *view, const struct finder_ops *ops,
		const struct action_call *call)
{
	static const struct prompt_kind lines = {
		.slot = PROMPT_FIND,
		.label = "/",
		.note = NEEDLE_NOTE "; n and N: next, previous",
		.about = about_lines,
		.accept = accept,
	};
	static const struct prompt_kind frames = {
		.slot = PROMPT_FIND,
		.label = "/",
		.note = "names of frames; " NEEDLE_NOTE,
		.about = about_frames,
		.accept = accept,
	};

	find->view = view;
	find->ops = ops;
	if (call->action == ACTION_FIND)
		prompt_open(ops->next ? &frames : &lines, find, "");
	else if (find->needle.typed)
		search(find, call->action == ACTION_FIND_NEXT ? 1 : -1, call->count);
	else
		app_complain(view->app, "There was no search yet. %s starts one.",
			     app_key_of(view->app, ACTION_FIND));
}

bool finder_escape(struct finder *find, const struct action_call *call)
{
	if (call->action != ACTION_ESCAPE || !find->needle.typed)
		return false;
	needle_release(&find->needle);
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/linefind.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "shell/app.h"
#include "shell/prompt.h"

enum {
	KEY_MS = 40,
	LOOK = 64 /* lines between two checks of the clock */
};

void linefind_release(struct linefind *find)
{
	needle_release(&find->needle);
}

/* The line that is n lines from the cursor in the search's direction. */
static uint64_t line_at(const struct linefind *find, uint64_t n)
{
	uint64_t seen = find->seen % n;

	if (find->from >= n)
		return find->dir > 0 ? seen : n - 1 - seen;
	return find->dir > 0 ? (find->from + 1 + seen) % n : (find->from + n - 1 - seen) % n;
}

static void arrived(struct linefind *find, struct view *view, uint64_t line)
{
	bool wrapped = find->dir > 0 ? line <= find->from : line >= find->from;

	find->ops->go(view, line);
	if (wrapped && find->from != UINT64_MAX)
		app_say(view->app, "The search continued from the %s.",
			find->dir > 0 ? "beginning" : "end");
}

static void nothing(const struct linefind *find, struct view *view)
{
	struct buf what = BUF_INIT;

	needle_say(&find->needle, &what);
	if (find->ops->closed && find->ops->closed(view))
		app_complain(view->app, "No visible line has %s; %s opens the closed ones.", what.p,
			     app_key_of(view->app, ACTION_EXPAND_ALL));
	else
		app_complain(view->app, "No line has %s.", what.p);
	buf_release(&what);
}

/* Go to the next line with the text. False: there is none, or no time is left. */
static bool step(struct linefind *find, struct view *view, int64_t end)
{
	uint64_t n = find->ops->count(view), cursor = find->ops->cursor(view);
	struct buf text = BUF_INIT;
	bool found = false;

	if (cursor != find->from)
		find->seen = 0;
	find->from = cursor;
	for (; find->seen < n && !found; find->seen++) {
		uint64_t line = line_at(find, n);

		if (find->seen % LOOK == LOOK - 1 && clock_ms() > end)
			break;
		buf_reset(&text);
		find->ops->text(view, line, &text);
		found = needle_matches(&find->needle, text.p, text.len);
		if (found)
			arrived(find, view, line);
	}
	buf_release(&text);
	if (!found && find->seen < n) {
		app_say(view->app, "Not in the %s %llu lines; press the key again to continue.",
			find->dir > 0 ? "next" : "last", (unsigned long long)find->seen);
		return false;
	}
	find->seen = 0;
	if (!found)
		nothing(find, view);
	return found;
}

static void find_lines(struct linefind *find, struct view *view, int dir, uint64_t count)
{
	int64_t end = clock_ms() + KEY_MS;

	if (dir != find->dir)
		find->seen = 0;
	find->dir = dir;
	find->needle.marked = true;
	for (; count && step(find, view, end); count--) {
		if (count == 1 || clock_ms() <= end)
			continue;
		app_say(view->app, "%llu more matches requested; press the key again to continue.",
			(unsigned long long)(count - 1));
		return;
	}
}

static int accept(void *ctx, const char *text, struct err *err)
{
	struct linefind *find = ctx;

	/* An empty text repeats the last search, as in less. */
	if (*text && needle_set(&find->needle, text, err) < 0)
		return ERR_PARSE;
	find->seen = 0;
	if (find->needle.typed)
		find_lines(find, find->view, 1, 1);
	return 0;
}

void linefind_act(struct linefind *find, struct view *view, const struct linefind_ops *ops,
		  const struct action_call *call)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FIND,
		.label = "/",
		.note = NEEDLE_NOTE "; n and N: next, previous",
		.accept = accept,
	};

	find->view = view;
	find->ops = ops;
	if (call->action == ACTION_FIND)
		prompt_open(&kind, find, "");
	else if (find->needle.typed)
		find_lines(find, view, call->action == ACTION_FIND_NEXT ? 1 : -1, call->count);
	else
		app_complain(view->app, "There was no search yet. %s starts one.",
			     app_key_of(view->app, ACTION_FIND));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_restore.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "query/symbolizer.h"
#include "session/session_notes.h"
#include "session/session_place.h"
#include "session/session_state.h"
#include "session/state_file.h"
#include "shell/app.h"
#include "shell/app_actions.h"
#include "shell/state_keeper.h"
#include "views/views.h"

/* Does the command line name a place? */
static bool goes_elsewhere(const struct tui_options *opt)
{
	return opt->where || opt->follow || opt->row != UINT64_MAX;
}

static void add_count(struct buf *out, size_t n, const char *what)
{
	if (!n)
		return;
	buf_adds(out, ", ");
	text_add_plural(n, what, out);
}

/* place: the list is at the saved place again. */
static void say_restored(struct app *app, const struct state *state, bool place)
{
	const struct notes *notes = app->session->notes;
	struct buf text = BUF_INIT;
	bool filter = app->session->conditions.list.n && state->has_filter;
	size_t texts = 0;

	for (size_t i = 0; i < notes->list.n; i++)
		texts += notes->list.v[i].text != NULL;
	if (filter)
		buf_adds(&text, ", filter");
	add_count(&text, state->marks.n, "mark");
	add_count(&text, notes_flags(notes), "flag");
	add_count(&text, texts, "note");
	if (!app->message.len && text.len)
		app_say(app, "Restored: %s. %s", text.p + 2,
			filter ? ":clear removes the filter." : "--no-state starts fresh.");
	else if (!app->message.len && place && state->row != STATE_NO_ROW)
		app->restore.unreported = true;
	buf_release(&text);
}

static void restore_map_paths(struct app *app, const struct state *state)
{
	for (size_t i = 0; i < state->map_paths.n; i++) {
		const char *line = state->map_paths.v[i];
		size_t len = strcspn(line, " ");
		char *from = mem_strndup(line, len);

		if (line[len])
			symbolizer_map_path(app_symbolizer(app), from, line + len + 1);
		free(from);
	}
}

static void restore(struct app *app, const struct state *state)
{
	bool place = !goes_elsewhere(app->opt), reported = app->message.len;

	session_notes_use(app->session, notes_clone(state->notes));
	if (app->opt->batch)
		return;
	restore_map_paths(app, state);
	session_state_restore(app->session, state, !app->opt->filter, place);
	/* What the list says about its order is no news. */
	if (!reported)
		buf_reset(&app->message);
	say_restored(app, state, place);
}

void state_restore_load(struct app *app)
{
	struct err err = ERR_INIT;
	struct state state;
	bool known;

	state_init(&state);
	known = app_keeps(app) && state_file_load(&state, app->rec, &err);
	state_keeper_begin(app, known ? &state : NULL);
	session_state_begin(app->session);
	if (known) {
		app->restore.known = true;
		app->restore.has_place = state.row != STATE_NO_ROW;
		app->restore.view = state.view ? views_action(state.view) : ACTION_NONE;
		restore(app, &state);
	} else if (err.code && !app->message.len) {
		app_say(app, "The saved state of this recording %s: it is ignored.", err.msg);
	}
	state_release(&state);
}

/* ---- the view ---- */

/* Open the view that was left; ACTION_NONE: the records. */
static void open_view(struct app *app, enum action action)
{
	if (action != ACTION_NONE)
		app_actions_do(app, &(struct action_call){ action });
	if (action == ACTION_VIEW_OVERVIEW)
		app_start(app);
	if (!app->restore.unreported || app->message.len)
		return;
	if (action == ACTION_NONE)
		app_say(app, "Back where you were. %s: overview.",
			app_key_of(app, ACTION_VIEW_OVERVIEW));
	else
		app_say(app, "Back where you were. %s: records.",
			app_key_of(app, ACTION_VIEW_RECORDS));
}

void state_restore_open(struct app *app, bool may_open)
{
	enum action action = may_open ? app->restore.view : ACTION_NONE;

	if (!app_actions_need_record(action)) {
		open_view(app, action);
		return;
	}
	app->restore.waits = true;
	tui_wake(NULL);
}

bool state_restore_resume(struct app *app)
{
	if (!app->restore.waits || session_place_waits(app->session) ||
	    !session_record(app->session))
		return false;
	app->restore.waits = false;
	open_view(app, app->restore.view);
	return true;
}

void state_restore_stop(struct app *app)
{
	app->restore.waits = false;
}

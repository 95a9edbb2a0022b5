/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_keeper.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "query/symbolizer.h"
#include "session/session_notes.h"
#include "session/session_place.h"
#include "session/session_state.h"
#include "session/state_file.h"
#include "shell/app_actions.h"
#include "shell/tui.h"
#include "views/views.h"

enum {
	KEEP_MS = 1000, /* ms between two writes */
	RETRY_MS = 5000 /* ms after a failed write */
};

/* A state that a thread of its own writes to the file. */
struct saving {
	const struct recording *recording;
	struct state base, own, merged;
	struct err err;
	int rc;
	struct thread thread;
	_Atomic bool done;
};

struct state_keeper {
	struct state base; /* what the file has from this browser: as loaded, or last saved */
	struct buf kept;   /* the same as text, "": not made yet */
	int64_t due_ms;	   /* when to look for changes, 0: there can be none */
	int64_t saved_ms;
	struct saving *saving; /* NULL: none */
	bool failed;	       /* the last write failed, which was reported */
	bool back;	       /* only the place was restored, which was not reported yet */
	enum action awaited;   /* opens the view that was left, once its record is there */
	size_t config_maps;    /* number of :map-path in the config file */
	bool known;	       /* the file existed */
	int64_t retry_ms;      /* after a failure: when to try again */
};

static struct state_keeper *state_keeper_new(void)
{
	struct state_keeper *keeper = mem_zalloc(sizeof(*keeper));

	state_init(&keeper->base);
	buf_init(&keeper->kept);
	return keeper;
}

/* ---- restoring ---- */

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
		app->keeper->back = true;
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

void state_keeper_restore(struct app *app)
{
	const struct tui_options *opt = app->opt;
	struct session *session = app->session;
	struct err err = ERR_INIT;
	struct state state;

	app->keeper = state_keeper_new();
	if (app->symbolizer)
		app->keeper->config_maps = symbolizer_maps(app->symbolizer)->list.n;
	session_state_begin(session);
	if (!app_keeps(app))
		return;
	state_init(&state);
	if (state_file_load(&state, app->rec, &err)) {
		app->keeper->known = true;
		state_copy(&app->keeper->base, &state);
		session_notes_use(session, notes_clone(state.notes));
		if (!opt->batch) {
			bool place = !goes_elsewhere(opt), silent = !app->message.len;

			restore_map_paths(app, &state);
			session_state_restore(session, &state, !opt->filter, place);
			/* What the list says about its order is no news. */
			if (silent)
				buf_reset(&app->message);
			say_restored(app, &state, place);
		}
	} else if (err.code && !app->message.len) {
		app_say(app, "The saved state of this recording %s: it is ignored.", err.msg);
	}
	state_release(&state);
}

bool state_keeper_is_known(const struct app *app)
{
	return app->keeper->known;
}

/* Open the view that was left; ACTION_NONE: the records. */
static void reopen(struct app *app, enum action action)
{
	if (action != ACTION_NONE)
		app_actions_do(app, &(struct action_call){ action });
	if (action == ACTION_VIEW_OVERVIEW)
		app_start(app);
	if (!app->keeper->back || app->message.len)
		return;
	if (action == ACTION_NONE)
		app_say(app, "Back where you were. %s: overview.",
			app_key_of(app, ACTION_VIEW_OVERVIEW));
	else
		app_say(app, "Back where you were. %s: records.",
			app_key_of(app, ACTION_VIEW_RECORDS));
}

void state_keeper_reopen(struct app *app, bool may_open)
{
	const char *view = app->keeper->base.view;
	enum action action = view && may_open ? views_action(view) : ACTION_NONE;

	if (!app_actions_need_record(action)) {
		reopen(app, action);
		return;
	}
	app->keeper->awaited = action;
	tui_wake(NULL);
}

bool state_keeper_resume(struct app *app)
{
	enum action action = app->keeper ? app->keeper->awaited : ACTION_NONE;

	if (action == ACTION_NONE || session_place_waits(app->session) ||
	    !session_record(app->session))
		return false;
	app->keeper->awaited = ACTION_NONE;
	reopen(app, action);
	return true;
}

bool state_keeper_has_place(const struct app *app)
{
	return app->keeper->base.row != STATE_NO_ROW;
}

/* ---- keeping, now and then ---- */

static void *save(void *arg)
{
	struct saving *saving = arg;

	saving->rc = state_file_save(&saving->merged, &saving->base, saving->recording, false,
				     &saving->err);
	atomic_store(&saving->done, true);
	return NULL;
}

static void start_saving(struct app *app, const struct state *own)
{
	struct saving *saving = mem_zalloc(sizeof(*saving));

	saving->recording = app->rec;
	saving->err = (struct err)ERR_INIT;
	state_init(&saving->base);
	state_init(&saving->own);
	state_init(&saving->merged);
	state_copy(&saving->base, &app->keeper->base);
	state_copy(&saving->own, own);
	state_copy(&saving->merged, own);
	app->keeper->saving = saving;
	state_keeper_touch(app); /* to check the result later */
	thread_start_or_run(&saving->thread, "perfnav/state", save, saving);
}

/* Later changes are relative to what was saved. */
static bool end_saving(struct app *app)
{
	struct state_keeper *keeper = app->keeper;
	struct saving *saving = keeper->saving;
	bool told = false;

	if (!saving)
		return false;
	thread_join(&saving->thread);
	if (saving->rc == 0) {
		struct state was = keeper->base;

		keeper->base = saving->own;
		saving->own = was;
	} else {
		buf_reset(&keeper->kept);
		keeper->retry_ms = clock_ms() + RETRY_MS;
	}
	if (saving->rc && !keeper->failed) {
		told = true;
		app_complain(app, "Cannot save the state: %s", saving->err.msg);
	}
	keeper->failed = saving->rc;
	state_release(&saving->base);
	state_release(&saving->own);
	state_release(&saving->merged);
	free(saving);
	keeper->saving = NULL;
	return told;
}

static void take_map_paths(const struct app *app, struct state *state)
{
	const struct srcfile_maps *maps = app->symbolizer ? symbolizer_maps(app->symbolizer) : NULL;

	for (size_t i = app->keeper->config_maps; maps && i < maps->list.n; i++) {
		struct buf line = BUF_INIT;

		buf_addf(&line, "%s %s", maps->list.v[i].from, maps->list.v[i].to);
		vec_push(&state->map_paths, buf_take(&line));
	}
}

static void take_state(struct app *app, struct state *state)
{
	state_init(state);
	notes_put(state->notes);
	state->notes = notes_clone(app->session->notes);
	if (app->opt->batch)
		return;
	session_state_take(app->session, state);
	take_map_paths(app, state);
	if (app->keeper->awaited != ACTION_NONE && app->keeper->base.view)
		state->view = mem_strdup(app->keeper->base.view);
	else if (app->views.n && !app_is_home(app, app_view(app)) &&
		 views_action(app_view_name(app)) != ACTION_NONE)
		state->view = mem_strdup(app_view_name(app));
}

void state_keeper_touch(struct app *app)
{
	struct state_keeper *keeper = app->keeper;

	if (keeper)
		keeper->awaited = ACTION_NONE;
	if (keeper && !keeper->due_ms)
		keeper->due_ms = clock_ms() < keeper->saved_ms + KEEP_MS
					 ? keeper->saved_ms + KEEP_MS
					 : clock_ms();
}

int state_keeper_wait_ms(const struct app *app)
{
	const struct state_keeper *keeper = app->keeper;
	int64_t left;

	if (!keeper || !keeper->due_ms || !app_keeps(app))
		return -1;
	left = keeper->due_ms - clock_ms();
	return left < 0 ? 0 : (int)left;
}

bool state_keeper_tick(struct app *app)
{
	struct state_keeper *keeper = app->keeper;
	struct buf text = BUF_INIT;
	struct state state;
	bool told;

	if (state_keeper_wait_ms(app) != 0 || app->opt->batch)
		return false;
	keeper->saved_ms = clock_ms();
	keeper->due_ms = 0;
	/* The disk is slow: try again later. */
	if (keeper->saving && !atomic_load(&keeper->saving->done)) {
		state_keeper_touch(app);
		return false;
	}
	told = end_saving(app);
	if (keeper->failed && clock_ms() < keeper->retry_ms) {
		keeper->due_ms = keeper->retry_ms;
		return told;
	}
	take_state(app, &state);
	state_write(&state, "", &text);
	if (text.len != keeper->kept.len || memcmp(text.p, keeper->kept.p, text.len) != 0) {
		buf_reset(&keeper->kept);
		buf_add(&keeper->kept, text.p, text.len);
		start_saving(app, &state);
	}
	state_release(&state);
	buf_release(&text);
	return told;
}

/* ---- at the end ---- */

static void release(struct app *app)
{
	state_release(&app->keeper->base);
	buf_release(&app->keeper->kept);
	free(app->keeper);
	app->keeper = NULL;
}

int state_keeper_keep(struct app *app, struct err *err)
{
	struct state state;
	int rc = 0;

	if (!app->keeper)
		return 0;
	end_saving(app);
	if (app_keeps(app) && (!app->opt->batch || app->session->noted)) {
		take_state(app, &state);
		rc = state_file_save(&state, &app->keeper->base, app->rec, app->opt->batch, err);
		state_release(&state);
	}
	release(app);
	return rc;
}

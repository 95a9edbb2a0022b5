/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_keeper.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "query/symbolizer.h"
#include "session/session_state.h"
#include "session/state_file.h"
#include "shell/state_writer.h"
#include "views/views.h"

enum {
	KEEP_MS = 1000, /* ms between two writes */
	RETRY_MS = 5000 /* ms after a failed write */
};

struct state_keeper {
	struct state base; /* what the file has from this browser: as loaded, or last saved */
	struct buf kept;   /* the same as text, "": not made yet */
	int64_t due_ms;	   /* when to look for changes, 0: there can be none */
	int64_t saved_ms;
	struct state_writer *writer; /* NULL: none */
	bool failed;		     /* the last write failed, which was reported */
	size_t config_maps;	     /* number of :map-path in the config file */
	int64_t retry_ms;	     /* after a failure: when to try again */
};

void state_keeper_begin(struct app *app, const struct state *saved)
{
	struct state_keeper *keeper = mem_zalloc(sizeof(*keeper));

	state_init(&keeper->base);
	if (saved)
		state_copy(&keeper->base, saved);
	buf_init(&keeper->kept);
	if (app->symbolizer)
		keeper->config_maps = symbolizer_maps(app->symbolizer)->list.n;
	app->keeper = keeper;
}

/* ---- now and then ---- */

static void start_writing(struct app *app, const struct state *state)
{
	struct state_keeper *keeper = app->keeper;

	state_keeper_touch(app); /* to check the result later */
	keeper->writer = state_writer_start(app->rec, &keeper->base, state);
}

/* Later changes are relative to what was saved. Returns true if there is a message to show. */
static bool end_writing(struct app *app)
{
	struct state_keeper *keeper = app->keeper;
	struct err err = ERR_INIT;
	bool failed, reported;

	if (!keeper->writer)
		return false;
	failed = state_writer_end(keeper->writer, &keeper->base, &err) < 0;
	keeper->writer = NULL;
	if (failed) {
		buf_reset(&keeper->kept);
		keeper->retry_ms = clock_ms() + RETRY_MS;
	}
	reported = failed && !keeper->failed;
	if (reported)
		app_complain(app, "Cannot save the state: %s", err.msg);
	keeper->failed = failed;
	return reported;
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
	if (app->restore.waits && app->keeper->base.view)
		state->view = mem_strdup(app->keeper->base.view);
	else if (app->views.n && !app_is_home(app, app_view(app)) &&
		 views_action(app_view_name(app)) != ACTION_NONE)
		state->view = mem_strdup(app_view_name(app));
}

void state_keeper_touch(struct app *app)
{
	struct state_keeper *keeper = app->keeper;

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
	bool reported;

	if (state_keeper_wait_ms(app) != 0 || app->opt->batch)
		return false;
	keeper->saved_ms = clock_ms();
	keeper->due_ms = 0;
	/* The disk is slow: try again later. */
	if (keeper->writer && !state_writer_is_done(keeper->writer)) {
		state_keeper_touch(app);
		return false;
	}
	reported = end_writing(app);
	if (keeper->failed && clock_ms() < keeper->retry_ms) {
		keeper->due_ms = keeper->retry_ms;
		return reported;
	}
	take_state(app, &state);
	state_write(&state, "", &text);
	if (text.len != keeper->kept.len || memcmp(text.p, keeper->kept.p, text.len) != 0) {
		buf_reset(&keeper->kept);
		buf_add(&keeper->kept, text.p, text.len);
		start_writing(app, &state);
	}
	state_release(&state);
	buf_release(&text);
	return reported;
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
	end_writing(app);
	if (app_keeps(app) && (!app->opt->batch || app->session->noted)) {
		take_state(app, &state);
		rc = state_file_save(&state, &app->keeper->base, app->rec, app->opt->batch, err);
		state_release(&state);
	}
	release(app);
	return rc;
}

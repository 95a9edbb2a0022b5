/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_keeper.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "session/marks_file.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_notes.h"
#include "session/session_place.h"
#include "session/session_time.h"
#include "session/state_file.h"

enum {
	KEEP_MS = 1000, /* between two times that it is written */
	RETRY_MS = 5000 /* after which it is tried again where it could not be written */
};

/* A state on its way to the file, by a thread of its own. */
struct saving {
	const struct recording *recording;
	struct state base, own, merged;
	struct err err;
	int rc;
	struct thread thread;
	_Atomic bool done;
};

struct state_keeper {
	struct state base; /* what the file has from here: as it was loaded, or saved last */
	struct buf kept;   /* the same as text, "": none was taken yet */
	int64_t due_ms;	   /* when to look whether something has changed, 0: nothing can have */
	int64_t saved_ms;
	struct saving *saving;			/* NULL: none */
	bool failed;				/* and it was said */
	bool known;				/* there was a file */
	int64_t retry_ms;			/* then: when to try again */
	struct buf first_filter, first_columns; /* as the config file made them */
	enum list_time first_time;		/* likewise */
};

static struct state_keeper *state_keeper_new(void)
{
	struct state_keeper *keeper = mem_zalloc(sizeof(*keeper));

	state_init(&keeper->base);
	buf_init(&keeper->kept);
	buf_init(&keeper->first_filter);
	buf_init(&keeper->first_columns);
	return keeper;
}

/* ---- what is there before anything was kept ---- */

static void filter_text(const struct session *session, struct buf *out)
{
	const struct chips *chips = &session->chips;

	for (size_t i = 0; i < chips->list.n; i++)
		buf_addf(out, "%c%s\n", chips->list.v[i].off ? '-' : '+', chips->list.v[i].text);
	buf_adds(out, chips->off ? "off" : "");
}

static void note_beginning(struct app *app)
{
	struct state_keeper *keeper = app->keeper;

	filter_text(app->session, &keeper->first_filter);
	buf_adds(&keeper->first_columns, app->session->columns.p);
	keeper->first_time = app->session->shown_times.form;
}

/* ---- restoring ---- */

static void restore_marks(struct session *session, const struct state *state)
{
	for (size_t i = 0; i < state->marks.n; i++)
		session->jumps.marks[(int)state->marks.v[i].letter] = state->marks.v[i].row;
}

static void restore_filter(struct app *app, const struct state *state)
{
	struct chips *chips = &app->session->chips;

	if (!state->has_filter || app->opt->filter)
		return;
	chips_clear(chips);
	for (size_t i = 0; i < state->chips.n; i++) {
		struct filter *filter;

		if (filter_parse(&filter, state->chips.v[i].text, NULL) < 0)
			continue;
		filter_free(filter);
		chips_add(chips, state->chips.v[i].text);
		chips->list.v[chips->list.n - 1].off = state->chips.v[i].off;
	}
	chips->off = state->filter_off;
	session_filter_apply(app->session);
	chips->restored = true;
}

static void restore_columns(struct session *session, const struct state *state)
{
	for (size_t i = 0; i < state->columns.n; i++)
		session_columns_set(session, state->columns.v[i].event, state->columns.v[i].names);
	session_columns_use(session);
}

/* Time zero first: with it times count from there. */
static void restore_times(struct session *session, const struct state *state)
{
	if (state->has_zero)
		session_time_set_zero(session, state->zero);
	if (state->time_format)
		session_time_set(session, state->time_format);
}

static void restore_macros(struct session *session, const struct state *state)
{
	for (size_t i = 0; i < state->macros.n; i++)
		session_filter_define(session, state->macros.v[i], true, NULL);
}

/* Quietly, also where the index does not reach there yet. */
static void restore_place(struct app *app, const struct state *state)
{
	const struct tui_options *opt = app->opt;

	if (state->row == STATE_NO_ROW || opt->where || opt->follow || opt->row != UINT64_MAX)
		return;
	app->session->place = (struct session_place){ .kind = PLACE_ROW, .value = state->row };
	session_place_resume(app->session);
}

static void add_count(struct buf *out, size_t n, const char *what)
{
	if (n)
		buf_addf(out, ", %zu %s%s", n, what, n == 1 ? "" : "s");
}

static void tell(struct app *app, const struct state *state)
{
	const struct notes *notes = app->session->notes;
	struct buf text = BUF_INIT;
	size_t texts = 0;

	for (size_t i = 0; i < notes->list.n; i++)
		texts += notes->list.v[i].text != NULL;
	if (app->session->chips.list.n && state->has_filter)
		buf_adds(&text, ", filter");
	add_count(&text, state->marks.n, "mark");
	add_count(&text, notes_flags(notes), "flag");
	add_count(&text, texts, "note");
	if (!app->message.len && text.len)
		app_say(app, "Restored: %s. --no-state starts fresh.", text.p + 2);
	buf_release(&text);
}

void state_keeper_restore(struct app *app)
{
	struct session *session = app->session;
	struct err err = ERR_INIT;
	struct state state;

	app->keeper = state_keeper_new();
	note_beginning(app);
	if (!app_keeps(app))
		return;
	state_init(&state);
	if (state_file_load(&state, app->rec, &err)) {
		app->keeper->known = true;
		state_copy(&app->keeper->base, &state);
		session_notes_use(session, notes_clone(state.notes));
		if (!app->opt->batch) {
			restore_macros(session, &state);
			restore_marks(session, &state);
			restore_columns(session, &state);
			restore_times(session, &state);
			restore_filter(app, &state);
			restore_place(app, &state);
			tell(app, &state);
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

bool state_keeper_has_place(const struct app *app)
{
	return app->keeper->base.row != STATE_NO_ROW;
}

/* ---- keeping ---- */

static void take_marks(const struct session *session, struct state *state)
{
	const uint64_t *marks = session->jumps.marks;

	for (int letter = ' ' + 1; letter < JUMPS_MARKS - 1; letter++)
		if (marks[letter] != UINT64_MAX && !marks_file_has((char)letter))
			vec_push(&state->marks,
				 ((struct state_mark){ (char)letter, marks[letter] }));
}

static void take_filter(const struct app *app, struct state *state)
{
	const struct chips *chips = &app->session->chips;
	struct buf text = BUF_INIT;

	filter_text(app->session, &text);
	state->has_filter = strcmp(text.p, app->keeper->first_filter.p) != 0;
	for (size_t i = 0; state->has_filter && i < chips->list.n; i++)
		vec_push(&state->chips, ((struct state_chip){ chips->list.v[i].off,
							      mem_strdup(chips->list.v[i].text) }));
	state->filter_off = chips->off;
	buf_release(&text);
}

/* Those of an event where they are others than usual. */
static void take_columns(struct app *app, struct state *state)
{
	struct session *session = app->session;
	const char *first = app->keeper->first_columns.p, *usual = first;

	session_columns_keep(session);
	for (size_t i = 0; i < session->layouts.n; i++)
		if (!*session->layouts.v[i].event &&
		    strcmp(session->layouts.v[i].names, usual) != 0)
			usual = session->layouts.v[i].names;
	for (size_t i = 0; i < session->layouts.n; i++) {
		const struct state_columns *layout = &session->layouts.v[i];

		if (!strcmp(layout->names, *layout->event ? usual : first))
			continue;
		vec_push(&state->columns, ((struct state_columns){ mem_strdup(layout->event),
								   mem_strdup(layout->names) }));
	}
}

/* Where the list is, or goes as soon as the index reaches there; a place without a row is none. */
static uint64_t row_to_keep(struct session *session)
{
	switch (session->place.kind) {
	case PLACE_NONE:
		return session_at(session);
	case PLACE_ROW:
		return session->place.value;
	default:
		return STATE_NO_ROW;
	}
}

static void take_all(struct app *app, struct state *state)
{
	struct session *session = app->session;
	const struct list_times *times = &session->shown_times;

	state->row = row_to_keep(session);
	take_marks(session, state);
	take_filter(app, state);
	take_columns(app, state);
	if (times->form != app->keeper->first_time)
		state->time_format = mem_strdup(list_time_name(times->form));
	state->has_zero = times->zero_set;
	state->zero = times->first;
	for (size_t i = 0; i < session->own_macros.n; i++)
		vec_push(&state->macros, mem_strdup(session->own_macros.v[i]));
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
	state_keeper_touch(app); /* to see what became of it */
	thread_start_or_run(&saving->thread, "perfnav/state", save, saving);
}

/* What was saved is what later changes are told from. */
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

static void take(struct app *app, struct state *state)
{
	state_init(state);
	notes_put(state->notes);
	state->notes = notes_clone(app->session->notes);
	if (!app->opt->batch)
		take_all(app, state);
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
	bool told;

	if (state_keeper_wait_ms(app) != 0 || app->opt->batch)
		return false;
	keeper->saved_ms = clock_ms();
	keeper->due_ms = 0;
	/* A slow disk: the next time. */
	if (keeper->saving && !atomic_load(&keeper->saving->done)) {
		state_keeper_touch(app);
		return false;
	}
	told = end_saving(app);
	if (keeper->failed && clock_ms() < keeper->retry_ms) {
		keeper->due_ms = keeper->retry_ms;
		return told;
	}
	take(app, &state);
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
	buf_release(&app->keeper->first_filter);
	buf_release(&app->keeper->first_columns);
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
		take(app, &state);
		rc = state_file_save(&state, &app->keeper->base, app->rec, app->opt->batch, err);
		state_release(&state);
	}
	release(app);
	return rc;
}

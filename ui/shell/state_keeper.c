/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/state_keeper.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "records/view.h"
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
	struct saving *saving; /* NULL: none */
	bool failed;	       /* and it was said */
	bool known;	       /* there was a file */
	int64_t retry_ms;      /* then: when to try again */
};

static struct state_keeper *state_keeper_new(void)
{
	struct state_keeper *keeper = mem_zalloc(sizeof(*keeper));

	state_init(&keeper->base);
	buf_init(&keeper->kept);
	return keeper;
}

/* ---- what is there before anything was kept ---- */

static void filter_text(const struct view_records *v, struct buf *out)
{
	for (size_t i = 0; i < v->chips.list.n; i++)
		buf_addf(out, "%c%s\n", v->chips.list.v[i].off ? '-' : '+',
			 v->chips.list.v[i].text);
	buf_adds(out, v->chips.off ? "off" : "");
}

static void note_beginning(struct view_records *v)
{
	buf_reset(&v->first_filter);
	buf_reset(&v->first_columns);
	filter_text(v, &v->first_filter);
	list_columns_names(&v->list.layout.columns, &v->first_columns);
	v->first_time = v->list.lines.time;
}

/* ---- restoring ---- */

static void restore_marks(struct view_records *v, const struct state *state)
{
	for (size_t i = 0; i < state->marks.n; i++)
		v->jumps.marks[(int)state->marks.v[i].letter] = state->marks.v[i].row;
}

static void restore_filter(struct view_records *v, const struct state *state)
{
	if (!state->has_filter || v->view.app->opt->filter)
		return;
	chips_clear(&v->chips);
	for (size_t i = 0; i < state->chips.n; i++) {
		struct filter *filter;

		if (filter_parse(&filter, state->chips.v[i].text, NULL) < 0)
			continue;
		filter_free(filter);
		chips_add(&v->chips, state->chips.v[i].text);
		v->chips.list.v[v->chips.list.n - 1].off = state->chips.v[i].off;
	}
	v->chips.off = state->filter_off;
	records_filter_apply(v);
	v->chips.restored = true;
}

static void restore_columns(struct view_records *v, const struct state *state)
{
	for (size_t i = 0; i < state->columns.n; i++)
		records_layout_set(v, state->columns.v[i].event, state->columns.v[i].names);
	records_layout_use(v);
}

/* Time zero first: with it times count from there. */
static void restore_times(struct view_records *v, const struct state *state)
{
	if (state->has_zero)
		list_lines_set_zero(&v->list.lines, state->zero);
	if (state->time_format)
		list_lines_set_time(&v->list.lines, state->time_format);
}

static void restore_macros(struct view_records *v, const struct state *state)
{
	for (size_t i = 0; i < state->macros.n; i++)
		records_define(v, state->macros.v[i], true, NULL);
}

/* Quietly, also where the index does not reach there yet. */
static void restore_place(struct view_records *v, const struct state *state)
{
	const struct tui_options *opt = v->view.app->opt;

	if (state->row == STATE_NO_ROW || opt->where || opt->follow || opt->row != UINT64_MAX)
		return;
	v->place = (struct records_place){ .kind = PLACE_ROW, .value = state->row };
	records_goto_resume(v);
}

static void add_count(struct buf *out, size_t n, const char *what)
{
	if (n)
		buf_addf(out, ", %zu %s%s", n, what, n == 1 ? "" : "s");
}

static void tell(struct view_records *v, const struct state *state)
{
	struct app *app = v->view.app;
	struct buf text = BUF_INIT;
	size_t texts = 0;

	for (size_t i = 0; i < v->notes->list.n; i++)
		texts += v->notes->list.v[i].text != NULL;
	if (v->chips.list.n && state->has_filter)
		buf_adds(&text, ", filter");
	add_count(&text, state->marks.n, "mark");
	add_count(&text, notes_flags(v->notes), "flag");
	add_count(&text, texts, "note");
	if (!app->message.len && text.len)
		app_say(app, "Restored: %s. --no-state starts fresh.", text.p + 2);
	buf_release(&text);
}

void state_keeper_restore(struct app *app)
{
	struct view_records *v = app_records(app);
	struct err err = ERR_INIT;
	struct state state;

	app->keeper = state_keeper_new();
	note_beginning(v);
	if (!app_keeps(app))
		return;
	state_init(&state);
	if (state_file_load(&state, app->rec, &err)) {
		app->keeper->known = true;
		state_copy(&app->keeper->base, &state);
		records_notes_use(v, notes_clone(state.notes));
		if (!app->opt->batch) {
			restore_macros(v, &state);
			restore_marks(v, &state);
			restore_columns(v, &state);
			restore_times(v, &state);
			restore_filter(v, &state);
			restore_place(v, &state);
			tell(v, &state);
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

static void take_marks(const struct view_records *v, struct state *state)
{
	for (int letter = ' ' + 1; letter < JUMPS_MARKS - 1; letter++)
		if (v->jumps.marks[letter] != UINT64_MAX && !records_mark_is_global((char)letter))
			vec_push(&state->marks,
				 ((struct state_mark){ (char)letter, v->jumps.marks[letter] }));
}

static void take_filter(const struct view_records *v, struct state *state)
{
	struct buf text = BUF_INIT;

	filter_text(v, &text);
	state->has_filter = strcmp(text.p, v->first_filter.p) != 0;
	for (size_t i = 0; state->has_filter && i < v->chips.list.n; i++)
		vec_push(&state->chips,
			 ((struct state_chip){ v->chips.list.v[i].off,
					       mem_strdup(v->chips.list.v[i].text) }));
	state->filter_off = v->chips.off;
	buf_release(&text);
}

/* Those of an event where they are others than usual. */
static void take_columns(struct view_records *v, struct state *state)
{
	const char *usual = v->first_columns.p;

	records_layout_keep(v);
	for (size_t i = 0; i < v->layouts.n; i++)
		if (!*v->layouts.v[i].event && strcmp(v->layouts.v[i].names, usual) != 0)
			usual = v->layouts.v[i].names;
	for (size_t i = 0; i < v->layouts.n; i++) {
		const struct records_layout *layout = &v->layouts.v[i];

		if (!strcmp(layout->names, *layout->event ? usual : v->first_columns.p))
			continue;
		vec_push(&state->columns, ((struct state_columns){ mem_strdup(layout->event),
								   mem_strdup(layout->names) }));
	}
}

/* Where the list is, or goes as soon as the index reaches there; a place without a row is none. */
static uint64_t row_to_keep(struct view_records *v)
{
	switch (v->place.kind) {
	case PLACE_NONE:
		return records_at(v);
	case PLACE_ROW:
		return v->place.value;
	default:
		return STATE_NO_ROW;
	}
}

static void take_all(struct view_records *v, struct state *state)
{
	state->row = row_to_keep(v);
	take_marks(v, state);
	take_filter(v, state);
	take_columns(v, state);
	if (v->list.lines.time != v->first_time)
		state->time_format = mem_strdup(list_time_name(v->list.lines.time));
	state->has_zero = v->list.lines.zero_set;
	state->zero = v->list.lines.first;
	for (size_t i = 0; i < v->own_macros.n; i++)
		vec_push(&state->macros, mem_strdup(v->own_macros.v[i]));
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
	struct view_records *v = app_records(app);

	state_init(state);
	notes_put(state->notes);
	state->notes = notes_clone(v->notes);
	if (!app->opt->batch)
		take_all(v, state);
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
	if (app_keeps(app) && (!app->opt->batch || app_records(app)->noted)) {
		take(app, &state);
		rc = state_file_save(&state, &app->keeper->base, app->rec, app->opt->batch, err);
		state_release(&state);
	}
	release(app);
	return rc;
}

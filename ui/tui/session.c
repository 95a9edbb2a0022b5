/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/session.h"

#include <stdlib.h>
#include <string.h>

#include "state_file.h"
#include "tui/view_records.h"

static struct view_records *records(const struct app *app)
{
	return view_records_from(app->home);
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
		v->marks[(int)state->marks.v[i].letter] = state->marks.v[i].row;
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
		app_say(app, "As it was left: %s. --no-state begins anew.", text.p + 2);
	buf_release(&text);
}

void session_restore(struct app *app)
{
	struct view_records *v = records(app);
	struct err err = ERR_INIT;
	struct state state;

	note_beginning(v);
	if (!app_keeps(app))
		return;
	state_init(&state);
	if (state_file_load(&state, app->rec, &err)) {
		notes_put(v->first_notes);
		v->first_notes = notes_clone(state.notes);
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
		app_say(app, "What was kept of this recording %s: it is not used.", err.msg);
	}
	state_release(&state);
}

/* ---- keeping ---- */

static void take_marks(const struct view_records *v, struct state *state)
{
	for (int letter = ' ' + 1; letter < RECORDS_MARKS - 1; letter++)
		if (v->marks[letter] != UINT64_MAX && !records_mark_is_global((char)letter))
			vec_push(&state->marks,
				 ((struct state_mark){ (char)letter, v->marks[letter] }));
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

static void take_all(struct view_records *v, struct state *state)
{
	state->row = v->place.kind == PLACE_ROW ? v->place.value : records_at(v);
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

int session_keep(struct app *app, struct err *err)
{
	struct view_records *v = records(app);
	struct state state;
	int rc = 0;

	if (!app_keeps(app) || (app->opt->batch && !v->noted))
		return 0;
	state_init(&state);
	notes_put(state.notes);
	state.notes = notes_clone(v->notes);
	if (!app->opt->batch)
		take_all(v, &state);
	rc = state_file_save(&state, v->first_notes, app->rec, app->opt->batch, err);
	state_release(&state);
	return rc;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_state.h"

#include <string.h>

#include "base/mem.h"
#include "filter/filter.h"
#include "session/marks_file.h"
#include "session/session_columns.h"
#include "session/session_filter.h"
#include "session/session_order.h"
#include "session/session_place.h"
#include "session/session_time.h"

static void filter_text(const struct session *session, struct buf *out)
{
	const struct conditions *conditions = &session->conditions;

	for (size_t i = 0; i < conditions->list.n; i++)
		buf_addf(out, "%c%s\n", conditions->list.v[i].off ? '-' : '+',
			 conditions->list.v[i].text);
	buf_adds(out, conditions->off ? "off" : "");
}

void session_state_begin(struct session *session)
{
	filter_text(session, &session->first.filter);
	buf_adds(&session->first.columns, session->columns.p);
	session->first.form = session->shown_times.form;
	session->first.own_order = session->own_order;
}

/* ---- restoring ---- */

static void restore_marks(struct session *session, const struct state *state)
{
	for (size_t i = 0; i < state->marks.n; i++)
		session_place_mark(session, state->marks.v[i].letter, state->marks.v[i].row);
}

static void restore_filter(struct session *session, const struct state *state)
{
	struct conditions *conditions = &session->conditions;

	conditions_clear(conditions);
	for (size_t i = 0; i < state->conditions.n; i++) {
		struct filter *filter;

		if (filter_parse(&filter, state->conditions.v[i].text, NULL) < 0)
			continue;
		filter_free(filter);
		conditions_add(conditions, state->conditions.v[i].text);
		conditions->list.v[conditions->list.n - 1].off = state->conditions.v[i].off;
	}
	conditions->off = state->filter_off;
	session_filter_apply(session);
	conditions->restored = true;
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

void session_state_restore(struct session *session, const struct state *state, bool filter,
			   bool place)
{
	restore_macros(session, state);
	restore_marks(session, state);
	restore_columns(session, state);
	restore_times(session, state);
	if (state->order)
		session_order_choose(session, !strcmp(state->order, "time"));
	if (filter && state->has_filter)
		restore_filter(session, state);
	/* No message, even if the index does not reach there yet. */
	if (place && state->row != STATE_NO_ROW) {
		session->place = (struct session_place){ PLACE_ROW, state->row };
		session_place_resume(session);
	}
}

/* ---- saving ---- */

static void take_marks(const struct session *session, struct state *state)
{
	const uint64_t *marks = session->jumps.marks;

	for (int letter = ' ' + 1; letter < JUMPS_MARKS - 1; letter++)
		if (marks[letter] != UINT64_MAX && !marks_file_has((char)letter))
			vec_push(&state->marks,
				 ((struct state_mark){ (char)letter, marks[letter] }));
}

static void take_filter(const struct session *session, struct state *state)
{
	const struct conditions *conditions = &session->conditions;
	struct buf text = BUF_INIT;

	filter_text(session, &text);
	state->has_filter = strcmp(text.p, session->first.filter.p) != 0;
	for (size_t i = 0; state->has_filter && i < conditions->list.n; i++)
		vec_push(&state->conditions,
			 ((struct state_condition){ conditions->list.v[i].off,
						    mem_strdup(conditions->list.v[i].text) }));
	state->filter_off = conditions->off;
	buf_release(&text);
}

/* Those of an event where they are others than usual. */
static void take_columns(struct session *session, struct state *state)
{
	const char *first = session->first.columns.p, *usual = first;

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

/* The order that the user chose, if the config file does not have it. */
static void take_order(const struct session *session, struct state *state)
{
	if (session->own_order != session->first.own_order)
		state->order = mem_strdup(session->own_order == OWN_ORDER_TIME ? "time" : "file");
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

void session_state_take(struct session *session, struct state *state)
{
	const struct list_times *times = &session->shown_times;

	state->row = row_to_keep(session);
	take_marks(session, state);
	take_filter(session, state);
	take_columns(session, state);
	take_order(session, state);
	if (times->form != session->first.form)
		state->time_format = mem_strdup(list_time_name(times->form));
	state->has_zero = times->zero_set;
	state->zero = times->first;
	for (size_t i = 0; i < session->own_macros.n; i++)
		vec_push(&state->macros, mem_strdup(session->own_macros.v[i]));
}

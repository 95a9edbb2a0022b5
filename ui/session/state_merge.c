/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/state_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static uint64_t mark_of(const struct state *state, int letter)
{
	for (size_t i = 0; i < state->marks.n; i++)
		if (state->marks.v[i].letter == letter)
			return state->marks.v[i].row;
	return STATE_NO_ROW;
}

static void merge_marks(struct state *mine, const struct state *base, const struct state *theirs)
{
	VEC(struct state_mark) merged = { 0 };

	for (int letter = ' ' + 1; letter <= '~'; letter++) {
		uint64_t row = mark_of(mine, letter);

		if (row == mark_of(base, letter))
			row = mark_of(theirs, letter);
		if (row != STATE_NO_ROW)
			vec_push(&merged, ((struct state_mark){ (char)letter, row }));
	}
	mine->marks.n = 0;
	for (size_t i = 0; i < merged.n; i++)
		vec_push(&mine->marks, merged.v[i]);
	vec_release(&merged);
}

static bool same_filter(const struct state *a, const struct state *b)
{
	bool same = a->has_filter == b->has_filter && a->filter_off == b->filter_off &&
		    a->conditions.n == b->conditions.n;

	for (size_t i = 0; same && i < a->conditions.n; i++)
		same = a->conditions.v[i].off == b->conditions.v[i].off &&
		       !strcmp(a->conditions.v[i].text, b->conditions.v[i].text);
	return same;
}

static void swap_filter(struct state *a, struct state *b)
{
	struct state was = *a;

	a->has_filter = b->has_filter;
	a->filter_off = b->filter_off;
	memcpy(&a->conditions, &b->conditions, sizeof(a->conditions));
	b->has_filter = was.has_filter;
	b->filter_off = was.filter_off;
	memcpy(&b->conditions, &was.conditions, sizeof(b->conditions));
}

/* The names of an event's columns, NULL: there are none. */
static const char *columns_of(const struct state *state, const char *event)
{
	for (size_t i = 0; i < state->columns.n; i++)
		if (!strcmp(state->columns.v[i].event, event))
			return state->columns.v[i].names;
	return NULL;
}

static void set_columns(struct state *state, const char *event, const char *names)
{
	size_t i = 0;

	while (i < state->columns.n && strcmp(state->columns.v[i].event, event) != 0)
		i++;
	if (i < state->columns.n) {
		free(state->columns.v[i].event);
		free(state->columns.v[i].names);
		state->columns.v[i] = state->columns.v[--state->columns.n];
	}
	if (names)
		vec_push(&state->columns,
			 ((struct state_columns){ mem_strdup(event), mem_strdup(names) }));
}

/* Merge the columns of the events that `of` has. */
static void merge_columns(struct state *mine, const struct state *base, const struct state *theirs,
			  const struct state *of)
{
	for (size_t i = 0; i < of->columns.n; i++) {
		const char *event = of->columns.v[i].event, *own = columns_of(mine, event);
		const char *was = columns_of(base, event), *now = columns_of(theirs, event);

		if (same_text(own, was) && !same_text(now, was))
			set_columns(mine, event, now);
	}
}

/* How long the name is in a line of :define. */
static size_t name_len(const char *macro)
{
	return strcspn(macro, " (");
}

/* The index of the definition of the name that a line defines; macros.n: there is none. */
static size_t macro_at(const struct state *state, const char *macro)
{
	size_t len = name_len(macro), i = 0;

	while (i < state->macros.n && (name_len(state->macros.v[i]) != len ||
				       strncmp(state->macros.v[i], macro, len) != 0))
		i++;
	return i;
}

static const char *macro_of(const struct state *state, const char *macro)
{
	size_t i = macro_at(state, macro);

	return i < state->macros.n ? state->macros.v[i] : NULL;
}

/* Merge the macros whose names `of` has. */
static void merge_macros(struct state *mine, const struct state *base, const struct state *theirs,
			 const struct state *of)
{
	for (size_t i = 0; i < of->macros.n; i++) {
		const char *was = macro_of(base, of->macros.v[i]);
		const char *now = macro_of(theirs, of->macros.v[i]);
		size_t at = macro_at(mine, of->macros.v[i]);

		if (!same_text(macro_of(mine, of->macros.v[i]), was) || same_text(now, was))
			continue;
		if (at < mine->macros.n) {
			free(mine->macros.v[at]);
			mine->macros.v[at] = mine->macros.v[--mine->macros.n];
		}
		if (now)
			vec_push(&mine->macros, mem_strdup(now));
	}
}

/* Take the other browser's text if only that one has changed it. */
static void merge_text(char **mine, const char *base, const char *theirs)
{
	if (!same_text(*mine, base) || same_text(*mine, theirs))
		return;
	free(*mine);
	*mine = theirs ? mem_strdup(theirs) : NULL;
}

/* Paths are only added. */
static void merge_map_paths(struct state *mine, const struct state *theirs)
{
	for (size_t i = 0; i < theirs->map_paths.n; i++) {
		size_t at = 0;

		while (at < mine->map_paths.n &&
		       strcmp(mine->map_paths.v[at], theirs->map_paths.v[i]) != 0)
			at++;
		if (at == mine->map_paths.n)
			vec_push(&mine->map_paths, mem_strdup(theirs->map_paths.v[i]));
	}
}

static void merge_times(struct state *mine, const struct state *base, const struct state *theirs)
{
	merge_text(&mine->time_format, base->time_format, theirs->time_format);
	if (mine->has_zero == base->has_zero && mine->zero == base->zero) {
		mine->has_zero = theirs->has_zero;
		mine->zero = theirs->zero;
	}
}

void state_merge(struct state *mine, const struct state *base, struct state *theirs)
{
	if (mine->row == base->row)
		mine->row = theirs->row;
	merge_marks(mine, base, theirs);
	if (same_filter(mine, base))
		swap_filter(mine, theirs);
	merge_columns(mine, base, theirs, base);
	merge_columns(mine, base, theirs, theirs);
	merge_macros(mine, base, theirs, base);
	merge_macros(mine, base, theirs, theirs);
	merge_map_paths(mine, theirs);
	merge_text(&mine->view, base->view, theirs->view);
	merge_text(&mine->order, base->order, theirs->order);
	merge_times(mine, base, theirs);
	notes_merge(mine->notes, base->notes, theirs->notes);
}

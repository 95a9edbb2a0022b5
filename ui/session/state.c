/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

#define STATE_MAGIC "perfnav-state 1\n"
#define END_LINE (sizeof("end 0123456789abcdef\n") - 1)

void state_init(struct state *state)
{
	*state = (struct state){ .row = STATE_NO_ROW, .notes = notes_new() };
}

void state_release(struct state *state)
{
	for (size_t i = 0; i < state->conditions.n; i++)
		free(state->conditions.v[i].text);
	for (size_t i = 0; i < state->columns.n; i++) {
		free(state->columns.v[i].event);
		free(state->columns.v[i].names);
	}
	for (size_t i = 0; i < state->macros.n; i++)
		free(state->macros.v[i]);
	vec_release(&state->marks);
	vec_release(&state->conditions);
	vec_release(&state->columns);
	vec_release(&state->macros);
	for (size_t i = 0; i < state->map_paths.n; i++)
		free(state->map_paths.v[i]);
	vec_release(&state->map_paths);
	free(state->view);
	free(state->order);
	free(state->time_format);
	notes_put(state->notes);
}

/* ---- writing ---- */

/* Typed text has no newlines. Any newline is dropped, so that each line stays one line. */
static void add_text(struct buf *out, const char *key, const char *text)
{
	buf_addf(out, "%s ", key);
	for (; *text; text++)
		if (*text != '\n')
			buf_addc(out, *text);
	buf_addc(out, '\n');
}

static void add_notes(const struct notes *notes, struct buf *out)
{
	struct buf key = BUF_INIT;

	for (size_t i = 0; i < notes->list.n; i++) {
		const struct note *note = &notes->list.v[i];

		if (note->flagged)
			buf_addf(out, "flag %llu\n", (unsigned long long)note->row);
		if (!note->text)
			continue;
		buf_reset(&key);
		buf_addf(&key, "note %llu", (unsigned long long)note->row);
		add_text(out, key.p, note->text);
	}
	buf_release(&key);
}

/* The last line, which has the hash of all before it. */
static void add_end(const char *text, size_t len, struct buf *out)
{
	buf_addf(out, "end %016llx\n", (unsigned long long)hash_stable(text, len));
}

void state_write(const struct state *state, const char *identity, struct buf *out)
{
	size_t start = out->len;

	buf_adds(out, STATE_MAGIC);
	add_text(out, "identity", identity);
	if (state->row != STATE_NO_ROW)
		buf_addf(out, "row %llu\n", (unsigned long long)state->row);
	for (size_t i = 0; i < state->marks.n; i++)
		buf_addf(out, "mark %c %llu\n", state->marks.v[i].letter,
			 (unsigned long long)state->marks.v[i].row);
	if (state->has_filter)
		buf_addf(out, "filter %s\n", state->filter_off ? "off" : "on");
	for (size_t i = 0; i < state->conditions.n; i++)
		add_text(out, state->conditions.v[i].off ? "chip-off" : "chip",
			 state->conditions.v[i].text);
	for (size_t i = 0; i < state->columns.n; i++) {
		add_text(out, "columns", state->columns.v[i].names);
		if (*state->columns.v[i].event)
			add_text(out, "of-event", state->columns.v[i].event);
	}
	for (size_t i = 0; i < state->macros.n; i++)
		add_text(out, "define", state->macros.v[i]);
	for (size_t i = 0; i < state->map_paths.n; i++)
		add_text(out, "map-path", state->map_paths.v[i]);
	if (state->view)
		add_text(out, "view", state->view);
	if (state->order)
		add_text(out, "order", state->order);
	if (state->time_format)
		add_text(out, "time-format", state->time_format);
	if (state->has_zero)
		buf_addf(out, "time-zero %llu\n", (unsigned long long)state->zero);
	add_notes(state->notes, out);
	add_end(out->p + start, out->len - start, out);
}

/* ---- reading ---- */

static bool number(const char **p, uint64_t *v)
{
	char *end;

	if (**p < '0' || **p > '9')
		return false;
	*v = strtoull(*p, &end, 10);
	*p = end + (*end == ' ');
	return *end == ' ' || !*end;
}

static void read_row(struct state *state, const char *arg)
{
	number(&arg, &state->row);
}

static void read_mark(struct state *state, const char *arg)
{
	struct state_mark mark = { .letter = arg[0] };

	if (mark.letter <= ' ' || mark.letter > '~' || arg[1] != ' ' ||
	    state->marks.n >= STATE_LINES)
		return;
	arg += 2;
	if (number(&arg, &mark.row))
		vec_push(&state->marks, mark);
}

static void add_condition(struct state *state, const char *arg, bool off)
{
	if (state->conditions.n < STATE_LINES)
		vec_push(&state->conditions, ((struct state_condition){ off, mem_strdup(arg) }));
}

static void read_condition(struct state *state, const char *arg)
{
	add_condition(state, arg, false);
}

static void read_condition_off(struct state *state, const char *arg)
{
	add_condition(state, arg, true);
}

static void read_filter(struct state *state, const char *arg)
{
	state->has_filter = true;
	state->filter_off = !strcmp(arg, "off");
}

static void read_columns(struct state *state, const char *arg)
{
	if (state->columns.n < STATE_LINES)
		vec_push(&state->columns,
			 ((struct state_columns){ mem_strdup(""), mem_strdup(arg) }));
}

static void read_event(struct state *state, const char *arg)
{
	struct state_columns *last;

	if (!state->columns.n)
		return;
	last = &state->columns.v[state->columns.n - 1];
	free(last->event);
	last->event = mem_strdup(arg);
}

static void read_define(struct state *state, const char *arg)
{
	if (state->macros.n < STATE_LINES)
		vec_push(&state->macros, mem_strdup(arg));
}

static void read_map_path(struct state *state, const char *arg)
{
	if (state->map_paths.n < STATE_LINES)
		vec_push(&state->map_paths, mem_strdup(arg));
}

static void set_text(char **text, const char *arg)
{
	free(*text);
	*text = mem_strdup(arg);
}

static void read_view(struct state *state, const char *arg)
{
	set_text(&state->view, arg);
}

static void read_order(struct state *state, const char *arg)
{
	set_text(&state->order, arg);
}

static void read_time_format(struct state *state, const char *arg)
{
	set_text(&state->time_format, arg);
}

static void read_time_zero(struct state *state, const char *arg)
{
	state->has_zero = number(&arg, &state->zero);
}

static void read_flag(struct state *state, const char *arg)
{
	uint64_t row;

	if (number(&arg, &row))
		notes_flag(state->notes, row, true);
}

static void read_note(struct state *state, const char *arg)
{
	uint64_t row;

	if (number(&arg, &row))
		notes_write(state->notes, row, arg);
}

static const struct {
	const char *key;
	void (*read)(struct state *state, const char *arg);
} lines[] = {
	{ "row", read_row },
	{ "mark", read_mark },
	{ "chip", read_condition },
	{ "chip-off", read_condition_off },
	{ "filter", read_filter },
	{ "columns", read_columns },
	{ "of-event", read_event },
	{ "define", read_define },
	{ "flag", read_flag },
	{ "note", read_note },
	{ "map-path", read_map_path },
	{ "view", read_view },
	{ "order", read_order },
	{ "time-format", read_time_format },
	{ "time-zero", read_time_zero },
};

static void read_line(struct state *state, const char *line, const char **identity)
{
	size_t len = strcspn(line, " ");
	const char *arg = line[len] ? line + len + 1 : line + len;

	if (len == 8 && !memcmp(line, "identity", len))
		*identity = arg;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (strlen(lines[i].key) == len && !memcmp(lines[i].key, line, len))
			lines[i].read(state, arg);
}

/* Where that line begins; 0: it is not there, or is another's. */
static size_t checked_end(const char *text, size_t len)
{
	struct buf last = BUF_INIT;
	size_t at = 0;

	if (len > sizeof(STATE_MAGIC) + END_LINE && !memchr(text, '\0', len) &&
	    !memcmp(text, STATE_MAGIC, sizeof(STATE_MAGIC) - 1)) {
		at = len - END_LINE;
		add_end(text, at, &last);
		if (memcmp(text + at, last.p, END_LINE) != 0 || text[at - 1] != '\n')
			at = 0;
	}
	buf_release(&last);
	return at;
}

int state_read(struct state *state, char *text, size_t len, const char **identity, struct err *err)
{
	char *end = text + checked_end(text, len);

	*identity = "";
	if (end == text)
		return err_set(err, ERR_STALE, "is damaged");
	for (char *p = text, *newline; p < end; p = newline + 1) {
		newline = memchr(p, '\n', (size_t)(end - p));
		*newline = '\0';
		read_line(state, p, identity);
	}
	return 0;
}

void state_copy(struct state *to, const struct state *from)
{
	struct buf text = BUF_INIT;
	const char *identity;

	state_write(from, "", &text);
	state_read(to, text.p, text.len, &identity, NULL);
	buf_release(&text);
}

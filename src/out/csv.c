/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/csv.h"

#include <stdlib.h>
#include <string.h>

#include "out/cells.h"

enum {
	EVENTS = 64 /* names of events that are kept as cells */
};

struct csv_writer {
	struct writer writer;
	struct reader *reader;
	struct writer_options options;
	struct field usual[CSV_USUAL]; /* the default for options.fields */
	struct cells *cells;
	bool plain[CELLS_MAX]; /* results of cells_are_plain() */
	struct event_cell {
		const char *name; /* address of the event's name; NULL: the entry is empty */
		struct buf text;
	} events[EVENTS];
};

enum {
	OF_RECORDING = 3 /* the first of these, which are the same in all records of one */
};

static const enum field_id usual[] = { F_file,	F_host,	  F_recorded, F_ordinal, F_type,
				       F_event, F_time,	  F_cpu,      F_pid,	 F_tid,
				       F_comm,	F_offset, F_size };

size_t csv_usual(bool several, struct field *fields)
{
	size_t n = 0;

	for (size_t i = several ? 0 : OF_RECORDING; i < sizeof(usual) / sizeof(usual[0]); i++)
		fields[n++] = (struct field){ .id = usual[i] };
	return n;
}

/* Is this a character that begins a formula, or the one that marks text that is not a formula? */
static bool is_formula(char c)
{
	return c == '=' || c == '+' || c == '-' || c == '@' || c == '\'';
}

static bool needs_quotes(const char *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (p[i] == ',' || p[i] == '"' || p[i] == '\r' || p[i] == '\n')
			return true;
	return !len || p[0] == ' ' || p[len - 1] == ' ';
}

void csv_quote(struct buf *out, size_t start, bool text)
{
	size_t len = out->len - start;
	char *plain;

	if (text && len && is_formula(out->p[start])) {
		buf_addc(out, 0);
		memmove(out->p + start + 1, out->p + start, len++);
		out->p[start] = '\'';
	}
	if (!needs_quotes(out->p + start, len))
		return;
	plain = mem_strndup(out->p + start, len);
	buf_truncate(out, start);
	buf_addc(out, '"');
	for (size_t i = 0; i < len; i++) {
		if (plain[i] == '"')
			buf_addc(out, '"');
		buf_addc(out, plain[i]);
	}
	buf_addc(out, '"');
	free(plain);
}

static void csv_head(struct writer *writer, struct buf *out)
{
	struct csv_writer *w = (struct csv_writer *)writer;

	for (size_t i = 0; i < w->options.n; i++) {
		size_t start;

		if (i)
			buf_addc(out, ',');
		start = out->len;
		field_name(&w->options.fields[i], out);
		csv_quote(out, start, true);
	}
	buf_adds(out, "\r\n");
}

static void add_cell(struct csv_writer *w, size_t i, struct buf *out)
{
	size_t start = out->len;
	enum cell_content cell = cells_add(w->cells, i, out);

	if (cell == CELL_TEXT || cell == CELL_OURS)
		csv_quote(out, start, cell == CELL_TEXT);
}

/*
 * Write the name of an event. There are few names, and nearly every row has one, so their cells are
 * kept.
 */
static void add_event(struct csv_writer *w, const struct row_info *info, size_t i, struct buf *out)
{
	const struct events *events = &reader_file(w->reader, info)->events;
	const char *name = events->list.v[info->event].name;
	struct event_cell *e = &w->events[(uintptr_t)name / 16 % EVENTS];

	if (e->name != name) {
		buf_reset(&e->text);
		add_cell(w, i, &e->text);
		e->name = name;
	}
	buf_add(out, e->text.p, e->text.len);
}

static void csv_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct csv_writer *w = (struct csv_writer *)writer;
	size_t room = (CELL_PLAIN + 1) * w->options.n + 2;
	char *to = buf_room(out, room);

	cells_row(w->cells, info);
	for (size_t i = 0; i < w->options.n; i++) {
		if (i)
			*to++ = ',';
		if (w->plain[i]) {
			to = cells_put(w->cells, i, to);
			continue;
		}
		buf_added(out, (size_t)(to - out->p) - out->len);
		if (w->options.fields[i].id == F_event && info->event != EVENT_NONE)
			add_event(w, info, i, out);
		else
			add_cell(w, i, out);
		to = buf_room(out, room);
	}
	*to++ = '\r';
	*to++ = '\n';
	buf_added(out, (size_t)(to - out->p) - out->len);
}

static void csv_close(struct writer *writer)
{
	struct csv_writer *w = (struct csv_writer *)writer;

	for (size_t i = 0; i < EVENTS; i++)
		buf_release(&w->events[i].text);
	cells_close(w->cells);
	free(w);
}

struct writer *csv_open(struct reader *reader, const struct writer_options *options)
{
	struct csv_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){ .head = csv_head, .row = csv_row, .close = csv_close };
	w->reader = reader;
	w->options = *options;
	for (size_t i = 0; i < EVENTS; i++)
		buf_init(&w->events[i].text);
	if (!options->n) {
		w->options.n = csv_usual(recording_parts(reader_recording(reader)) > 1, w->usual);
		w->options.fields = w->usual;
	}
	w->cells = cells_open(reader, &w->options, CELL_EXACT);
	for (size_t i = 0; i < w->options.n; i++)
		w->plain[i] = cells_are_plain(w->cells, i);
	return &w->writer;
}

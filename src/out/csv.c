/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/csv.h"

#include <stdlib.h>
#include <string.h>

#include "out/cells.h"

enum {
	EVENTS = 64,	/* cells of names of events that are kept, */
	EVENT_ROOM = 64 /* of at most this length */
};

struct csv_writer {
	struct writer writer;
	struct reader *reader;
	struct writer_options options;
	struct field usual[CSV_USUAL]; /* the default for options.fields */
	struct cells *cells;
	size_t room;		     /* for a line, without cells that are neither plain nor kept */
	size_t plain_end[CELLS_MAX]; /* the cells from this one to before the end are plain */
	struct event_cell {
		const struct kind *kind; /* whose rows have it; NULL: the entry is empty */
		size_t len;
		char text[EVENT_ROOM];
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
 * Keep the cell with the name of an event for other rows of the same kind. There are few kinds, and
 * nearly every row has an event. Returns false if the cell is too long.
 */
static bool keep_event(struct csv_writer *w, struct event_cell *e, const struct kind *kind,
		       size_t i)
{
	struct buf text = BUF_INIT;

	add_cell(w, i, &text);
	e->kind = text.len <= EVENT_ROOM ? kind : NULL;
	e->len = text.len;
	if (e->kind)
		memcpy(e->text, text.p, text.len);
	buf_release(&text);
	return e->kind;
}

/* Write the event's name to a place with room for EVENT_ROOM bytes. NULL: it is not kept. */
static char *put_event(struct csv_writer *w, const struct row_info *info, size_t i, char *to)
{
	const struct kind *kind = info->kind;
	struct event_cell *e = &w->events[(uintptr_t)kind / sizeof(*kind) % EVENTS];

	if (!kind || (e->kind != kind && !keep_event(w, e, kind, i)))
		return NULL;
	memcpy(to, e->text, EVENT_ROOM);
	return to + e->len;
}

/* A comma follows each cell. The last one becomes the end of the line. */
static void csv_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct csv_writer *w = (struct csv_writer *)writer;
	size_t n = w->options.n;
	char *to = buf_room(out, w->room);

	cells_row(w->cells, info);
	for (size_t i = 0, end; i < n; i = end) {
		char *event = NULL;

		end = w->plain_end[i];
		if (end > i) {
			to = cells_put(w->cells, i, end, ',', to);
			continue;
		}
		end = i + 1;
		if (w->options.fields[i].id == F_event)
			event = put_event(w, info, i, to);
		if (event) {
			to = event;
		} else {
			buf_added(out, (size_t)(to - out->p) - out->len);
			add_cell(w, i, out);
			to = buf_room(out, w->room);
		}
		*to++ = ',';
	}
	to[-1] = '\r';
	*to++ = '\n';
	buf_added(out, (size_t)(to - out->p) - out->len);
}

static void csv_close(struct writer *writer)
{
	struct csv_writer *w = (struct csv_writer *)writer;

	cells_close(w->cells);
	free(w);
}

struct writer *csv_open(struct reader *reader, const struct writer_options *options)
{
	struct csv_writer *w = mem_zalloc(sizeof(*w));

	w->writer = (struct writer){ .head = csv_head, .row = csv_row, .close = csv_close };
	w->reader = reader;
	w->options = *options;
	if (!options->n) {
		w->options.n = csv_usual(recording_parts(reader_recording(reader)) > 1, w->usual);
		w->options.fields = w->usual;
	}
	w->cells = cells_open(reader, &w->options, CELL_EXACT);
	w->room = 2;
	for (size_t i = 0; i < w->options.n; i++)
		w->room += (w->options.fields[i].id == F_event ? EVENT_ROOM : CELL_PLAIN) + 1;
	for (size_t i = w->options.n; i--;) {
		bool joins = i + 1 < w->options.n && w->plain_end[i + 1] > i + 1;

		if (cells_are_plain(w->cells, i))
			w->plain_end[i] = joins ? w->plain_end[i + 1] : i + 1;
	}
	return &w->writer;
}

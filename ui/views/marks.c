/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/text.h"
#include "recording/reader_text.h"
#include "records/records.h"
#include "session/session_notes.h"
#include "session/session_place.h"
#include "views/table.h"
#include "views/views.h"

/* A mark, or a record with a flag or a note. */
struct mark_line {
	char mark; /* '\0': none */
	uint64_t row;
};

struct view_marks {
	struct view_table table;
	VEC(struct mark_line) lines;
};

enum {
	CELL_WHAT,
	CELL_N,
	CELL_TIME,
	CELL_COMM,
	CELL_EVENT,
	CELL_NOTE,
	CELLS
};

static struct view_marks *self(const struct view_table *vt)
{
	return container_of(vt, struct view_marks, table);
}

static struct session *session_of(const struct view_table *vt)
{
	return vt->view.app->session;
}

/* ---- lines ---- */

/* List marks first, by their letters, then the other records in the order of the recording. */
static void fill(struct view_marks *v, const struct session *session)
{
	v->lines.n = 0;
	for (int letter = 0; letter < JUMPS_MARKS; letter++)
		if (session->jumps.marks[letter] != UINT64_MAX)
			vec_push(&v->lines, ((struct mark_line){ (char)letter,
								 session->jumps.marks[letter] }));
	for (size_t i = 0; i < session->notes->list.n; i++)
		vec_push(&v->lines, ((struct mark_line){ '\0', session->notes->list.v[i].row }));
}

/* The notes can change below the view. */
static uint64_t marks_count(const struct view_table *vt)
{
	fill(self(vt), session_of(vt));
	return self(vt)->lines.n;
}

static void add_what(const struct session *session, const struct mark_line *line, struct buf *out)
{
	const struct note *note = line->mark ? NULL : notes_find(session->notes, line->row);

	if (line->mark)
		buf_addf(out, "mark %c", line->mark);
	else if (note)
		buf_addf(out, "%s%s", note->flagged ? "flag" : "",
			 note->text ? note->flagged ? ", note" : "note" : "");
}

static void add_time(const struct row_info *row, struct buf *out)
{
	if (row->has_time)
		buf_add_decimals(out, row->time, 9);
}

static void marks_cell(struct view_table *vt, uint64_t n, size_t column, struct buf *out)
{
	const struct mark_line *line = &self(vt)->lines.v[n];
	struct session *session = session_of(vt);
	const char *note = session_notes_text(session, line->row);
	struct row_info row;
	bool there = line->row < recording_rows(session->rec) &&
		     reader_row(session->reader, line->row, &row, NULL) == 0;

	if (column == CELL_WHAT)
		add_what(session, line, out);
	else if (column == CELL_NOTE && note)
		text_escape_str(out, note);
	else if (!there || column == CELL_NOTE)
		return;
	else if (column == CELL_N && row.ordinal != ROW_NO_ORDINAL)
		buf_add_u64(out, row.ordinal);
	else if (column == CELL_TIME)
		add_time(&row, out);
	else if (column == CELL_COMM)
		reader_comm(session->reader, &row, out);
	else if (column == CELL_EVENT && row.type == RECORD_SAMPLE && row.event != EVENT_NONE)
		reader_event(session->reader, &row, out);
	else if (column == CELL_EVENT)
		record_name(out, row.type);
}

static enum style marks_style(struct view_table *vt, uint64_t n, size_t column)
{
	(void)vt;
	(void)n;
	return column == CELL_WHAT   ? STYLE_MESSAGE
	       : column == CELL_COMM ? STYLE_COMM
				     : STYLE_NORMAL;
}

static const char *marks_empty(const struct view_table *vt)
{
	(void)vt;
	return "no marks, flags or notes";
}

/* ---- actions ---- */

static void drop(struct session *session, const struct mark_line *line)
{
	if (line->mark)
		session_place_mark(session, line->mark, UINT64_MAX);
	else
		session_notes_drop(session, line->row);
}

static bool marks_act(struct view_table *vt, const struct action_call *call)
{
	struct mark_line line;
	uint64_t n;

	if (!view_table_row(vt, &n))
		return true;
	line = self(vt)->lines.v[n];
	if (call->action == ACTION_OPEN)
		records_show_row(vt->view.app, line.row);
	else
		drop(session_of(vt), &line);
	return true;
}

static void marks_close(struct view_table *vt)
{
	vec_release(&self(vt)->lines);
	free(self(vt));
}

static const struct table_column columns[CELLS] = {
	[CELL_WHAT] = { "what", false, 0 },
	[CELL_N] = { "n", true, 0, 0, { NULL, "-", "ordinal of the record", NUMBER_RECORD } },
	[CELL_TIME] = { "time", true, 0, 60, { NULL, "s", "of the record", NUMBER_RECORD } },
	[CELL_COMM] = { "comm", false, 16, 70 },
	[CELL_EVENT] = { "event", false, 12, 50 },
	[CELL_NOTE] = { "note", false, 0 },
};

static const enum action actions[] = { ACTION_OPEN, ACTION_FILTER_DROP, ACTION_NONE };

static const struct view_words words[] = {
	{ ACTION_OPEN, "go there", "go to the record" },
	{ ACTION_FILTER_DROP, "drop", "remove the mark, the flag or the note" },
	{ ACTION_NONE, NULL, NULL },
};

static const enum action hints[] = { ACTION_OPEN, ACTION_FILTER_DROP, ACTION_CLOSE, ACTION_HELP,
				     ACTION_NONE };

const struct table_ops table_marks = {
	.name = "the marks",
	.title = "marks, flags and notes: {open} goes there",
	.n = CELLS,
	.columns = columns,
	.count = marks_count,
	.cell = marks_cell,
	.style = marks_style,
	.act = marks_act,
	.actions = actions,
	.hints = hints,
	.words = words,
	.empty = marks_empty,
	.close = marks_close,
};

/* Open the marks and the records with a flag or a note. */
void marks_open_view(struct app *app)
{
	view_table_once(app, &table_marks, sizeof(struct view_marks));
}

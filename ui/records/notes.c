/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "file/output.h"
#include "filter/check.h"
#include "out/text.h"
#include "records/view.h"
#include "shell/state_keeper.h"

/* ---- what was noted ---- */

/* Filters and columns see what is noted now. */
static void publish(struct view_records *v)
{
	v->noted = true;
	state_keeper_touch(v->view.app);
	recording_set_notes(v->rec, notes_clone(v->notes));
	rules_forget(v->list.lines.rules);
	records_filter_noted(v);
}

void records_notes_use(struct view_records *v, struct notes *notes)
{
	notes_put(v->notes);
	v->notes = notes;
	if (notes->list.n)
		recording_set_notes(v->rec, notes_clone(notes));
}

static bool is_full(struct view_records *v)
{
	app_complain(v->view.app, "%d records have notes: this is the maximum.", NOTES_MAX);
	return false;
}

static void say_flags(struct view_records *v)
{
	size_t n = notes_flags(v->notes);

	app_say(v->view.app, "%zu flagged record%s; u and U go to them.", n, n == 1 ? "" : "s");
}

char records_sign(const struct view_records *v, uint64_t row)
{
	const struct note *note = notes_find(v->notes, row);

	if (!note)
		return '\0';
	return note->text ? '#' : '*';
}

const char *records_note_text(const struct view_records *v, uint64_t row)
{
	const struct note *note = notes_find(v->notes, row);

	return note ? note->text : NULL;
}

/* ---- flags ---- */

void records_flag(struct view_records *v, const struct action_call *call)
{
	uint64_t row = records_at(v);
	const struct note *note = notes_find(v->notes, row);

	(void)call;
	if (row == UINT64_MAX) {
		app_complain(v->view.app, "There is no record under the cursor.");
		return;
	}
	if (!notes_flag(v->notes, row, !(note && note->flagged))) {
		is_full(v);
		return;
	}
	publish(v);
	say_flags(v);
}

void records_unflag(struct view_records *v)
{
	for (size_t i = v->notes->list.n; i-- > 0;)
		notes_flag(v->notes, v->notes->list.v[i].row, false);
	publish(v);
	say_flags(v);
}

void records_flag_go(struct view_records *v, const struct action_call *call)
{
	uint64_t row = records_at(v);
	size_t i = notes_place(v->notes, row), n = v->notes->list.n;
	bool back = call->action == ACTION_FLAG_PREV;

	if (!back && i < n && v->notes->list.v[i].row == row)
		i++;
	if (back ? !i : i == n) {
		app_complain(v->view.app, "No record %s this one is flagged or has a note.",
			     back ? "before" : "after");
		return;
	}
	row = v->notes->list.v[back ? i - 1 : i].row;
	records_leave(v);
	records_goto_row(v, row);
}

/* ---- flags by an expression ---- */

int records_flag_where(struct view_records *v, const char *expr, struct err *err)
{
	struct filter_context context;
	struct buf text = BUF_INIT;
	struct filter *filter;
	int rc;

	records_filter_context(v, &context);
	rc = filter_resolve(expr, &context, &text, err);
	if (rc == 0)
		rc = filter_parse(&filter, text.p, err);
	buf_release(&text);
	if (rc == 0 && check_filter(filter, v->rec, err)) {
		filter_free(filter);
		rc = ERR_PARSE;
	}
	if (rc < 0)
		return rc;
	select_free(v->flagging);
	v->flagging = select_start(v->rec, filter, &v->view.app->watcher, 0);
	app_say(v->view.app, "Flagging\u2026 %s stops.", app_key_of(v->view.app, ACTION_CANCEL));
	return 0;
}

bool records_flag_resume(struct view_records *v)
{
	struct select_progress progress;
	uint64_t row = 0, found = 0;
	bool room = true;

	if (!v->flagging)
		return false;
	select_progress(v->flagging, &progress);
	if (!progress.done)
		return false;
	if (progress.matches > NOTES_MAX)
		room = is_full(v);
	while (room && select_next(v->flagging, v->reader, row, 1, &found) == SELECT_FOUND) {
		room = notes_flag(v->notes, found, true) || is_full(v);
		row = found + 1;
	}
	select_free(v->flagging);
	v->flagging = NULL;
	publish(v);
	if (room)
		say_flags(v);
	return true;
}

bool records_flag_cancel(struct view_records *v)
{
	if (!v->flagging)
		return false;
	select_free(v->flagging);
	v->flagging = NULL;
	return true;
}

/* ---- notes ---- */

void records_note_drop(struct view_records *v, uint64_t row)
{
	notes_flag(v->notes, row, false);
	notes_write(v->notes, row, NULL);
	publish(v);
}

int records_note(struct view_records *v, const char *text, struct err *err)
{
	uint64_t row = records_at(v);

	if (v->place.kind != PLACE_NONE)
		return err_set(err, ERR_PARSE,
			       "the record is still loading: note it once it is shown");
	if (row == UINT64_MAX)
		return err_set(err, ERR_PARSE, "there is no record under the cursor");
	if (strlen(text) > NOTE_BYTES)
		return err_set_at(err, ERR_PARSE, NOTE_BYTES, "a note has at most %d bytes",
				  NOTE_BYTES);
	if (!*text && !records_note_text(v, row))
		return err_set_at(err, ERR_PARSE, 0, "this record has no note: expected its text");
	if (!notes_write(v->notes, row, text)) {
		is_full(v);
		return 0;
	}
	publish(v);
	if (*text)
		app_say(v->view.app, "Noted. %s and %s go to records with flags or notes.",
			app_key_of(v->view.app, ACTION_FLAG_NEXT),
			app_key_of(v->view.app, ACTION_FLAG_PREV));
	else
		app_say(v->view.app, "The note is removed.");
	return 0;
}

/* A line for each record that is noted, as print prints it, and the note below it. */
static void add_notes(struct view_records *v, struct buf *out)
{
	struct writer_options options = { .n = 0 };
	struct writer *writer = text_open(v->reader, &options);

	for (size_t i = 0; i < v->notes->list.n; i++) {
		const struct note *note = &v->notes->list.v[i];
		struct row_info row;

		if (note->row >= recording_rows(v->rec) ||
		    reader_row(v->reader, note->row, &row, NULL) < 0)
			continue;
		buf_adds(out, note->flagged ? "* " : "  ");
		writer->row(writer, &row, out);
		if (!note->text)
			continue;
		buf_adds(out, "    # ");
		text_escape_str(out, note->text);
		buf_addc(out, '\n');
	}
	writer->close(writer);
}

int records_notes_export(struct view_records *v, const char *path, bool force, struct err *err)
{
	struct buf text = BUF_INIT;
	int rc;

	add_notes(v, &text);
	rc = records_write_text(path, &text, force, "notes! export", err);
	if (rc == 0)
		app_say(v->view.app, "%zu record%s with flags or notes written.", v->notes->list.n,
			v->notes->list.n == 1 ? "" : "s");
	buf_release(&text);
	return rc;
}

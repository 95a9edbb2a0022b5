/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_notes.h"

#include <string.h>

#include "base/text.h"
#include "filter/check.h"
#include "out/text.h"
#include "session/session_filter.h"
#include "session/session_find.h"
#include "session/session_place.h"

/* ---- what was noted ---- */

/* Filters and columns use the present flags and notes. */
static void publish(struct session *session)
{
	session->noted = true;
	recording_set_notes(session->rec, notes_clone(session->notes));
	session_find_noted(session);
	session_notify(session, SESSION_NOTES);
	session_filter_noted(session);
}

void session_notes_use(struct session *session, struct notes *notes)
{
	notes_put(session->notes);
	session->notes = notes;
	if (notes->list.n)
		recording_set_notes(session->rec, notes_clone(notes));
}

static bool is_full(struct session *session)
{
	session_notify(session, SESSION_NOTES_FULL);
	return false;
}

char session_notes_sign(const struct session *session, uint64_t row)
{
	const struct note *note = notes_find(session->notes, row);

	if (!note)
		return '\0';
	return note->text ? '#' : '*';
}

const char *session_notes_text(const struct session *session, uint64_t row)
{
	const struct note *note = notes_find(session->notes, row);

	return note ? note->text : NULL;
}

/* ---- flags ---- */

void session_notes_flag(struct session *session)
{
	uint64_t row = session_at(session);
	const struct note *note = notes_find(session->notes, row);

	if (row == UINT64_MAX) {
		session_notify(session, SESSION_RECORD_NONE);
		return;
	}
	if (!notes_flag(session->notes, row, !(note && note->flagged))) {
		is_full(session);
		return;
	}
	publish(session);
	session_notify(session, SESSION_FLAGS);
}

void session_notes_unflag(struct session *session)
{
	for (size_t i = session->notes->list.n; i-- > 0;)
		notes_flag(session->notes, session->notes->list.v[i].row, false);
	publish(session);
	session_notify(session, SESSION_FLAGS);
}

void session_notes_go(struct session *session, bool back)
{
	uint64_t row = session_at(session);
	size_t i = notes_place(session->notes, row), n = session->notes->list.n;

	if (!back && i < n && session->notes->list.v[i].row == row)
		i++;
	if (back ? !i : i == n) {
		session_notify(session, back ? SESSION_FLAG_NONE_BEFORE : SESSION_FLAG_NONE_AFTER);
		return;
	}
	row = session->notes->list.v[back ? i - 1 : i].row;
	session_place_leave(session);
	session_place_go_row(session, row);
}

/* ---- flags by an expression ---- */

int session_notes_flag_where(struct session *session, const char *expr, struct err *err)
{
	struct filter_context context;
	struct buf text = BUF_INIT;
	struct filter *filter;
	int rc;

	session_filter_context(session, &context);
	rc = filter_resolve(expr, &context, &text, err);
	if (rc == 0)
		rc = filter_parse(&filter, text.p, err);
	buf_release(&text);
	if (rc == 0 && check_filter(filter, session->rec, err)) {
		filter_free(filter);
		rc = ERR_PARSE;
	}
	if (rc < 0)
		return rc;
	selection_free(session->flagging);
	session->flagging = selection_start(session->rec, filter, &session->watcher, 0);
	session_notify(session, SESSION_FLAGGING);
	return 0;
}

bool session_notes_resume(struct session *session)
{
	struct selection_progress progress;
	uint64_t row = 0, found = 0;
	bool room = true;

	if (!session->flagging)
		return false;
	selection_progress(session->flagging, &progress);
	if (!progress.done)
		return false;
	if (progress.matches > NOTES_MAX)
		room = is_full(session);
	while (room && selection_next(session->flagging, session->reader, row, 1, &found) ==
			       SELECTION_FOUND) {
		room = notes_flag(session->notes, found, true) || is_full(session);
		row = found + 1;
	}
	selection_free(session->flagging);
	session->flagging = NULL;
	publish(session);
	if (room)
		session_notify(session, SESSION_FLAGS);
	return true;
}

bool session_notes_cancel(struct session *session)
{
	if (!session->flagging)
		return false;
	selection_free(session->flagging);
	session->flagging = NULL;
	return true;
}

/* ---- notes ---- */

void session_notes_drop(struct session *session, uint64_t row)
{
	notes_flag(session->notes, row, false);
	notes_write(session->notes, row, NULL);
	publish(session);
}

int session_notes_set(struct session *session, const char *text, struct err *err)
{
	uint64_t row = session_at(session);

	if (session->place.kind != PLACE_NONE)
		return err_set(err, ERR_PARSE,
			       "the record is still loading: note it once it is shown");
	if (row == UINT64_MAX)
		return err_set(err, ERR_PARSE, "there is no record under the cursor");
	if (strlen(text) > NOTE_BYTES)
		return err_set_at(err, ERR_PARSE, NOTE_BYTES, "a note has at most %d bytes",
				  NOTE_BYTES);
	if (!*text && !session_notes_text(session, row))
		return err_set_at(err, ERR_PARSE, 0,
				  "this record has no note to remove; :note TEXT adds one");
	if (!notes_write(session->notes, row, text)) {
		is_full(session);
		return 0;
	}
	publish(session);
	session_notify(session, *text ? SESSION_NOTE_SET : SESSION_NOTE_REMOVED);
	return 0;
}

void session_notes_add(struct session *session, struct buf *out)
{
	struct writer_options options = { .n = 0 };
	struct writer *writer = text_open(session->reader, &options);

	for (size_t i = 0; i < session->notes->list.n; i++) {
		const struct note *note = &session->notes->list.v[i];
		struct row_info row;

		if (note->row >= recording_rows(session->rec) ||
		    reader_row(session->reader, note->row, &row, NULL) < 0)
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

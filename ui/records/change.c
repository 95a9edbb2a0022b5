/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes that others make to the recording's files while it is open. */
#include "records/change.h"

#include "file/change.h"
#include "recording/reader_find.h"
#include "records/view.h"

static const struct {
	const char *state; /* for the status line */
	const char *message;
} changes[] = {
	[CHANGE_LONGER] = { "file has grown", "The file has grown since it was opened: open it "
					      "again to see the rest." },
	[CHANGE_WRITTEN] = { "file was changed", "The file was modified after it was opened: open "
						 "it again to see its contents." },
	[CHANGE_GONE] = { "file was deleted", "The file was deleted; it stays readable "
					      "until you quit." },
	[CHANGE_REPLACED] = { "file was replaced", "Another file has this name now; perfnav "
						   "still shows all of the old file." },
	[CHANGE_CUT] = { "file was cut", "The file was truncated while open: the records past "
					 "its end cannot be read." },
};

/* Bytes of a part that the index, and so the list, has reached. */
static uint64_t known_bytes(const struct view_records *v, const struct perf_file *file)
{
	struct index_progress progress;

	if (file->sources.n > 1 || !file->growing)
		return source_size(file->sources.v[0]);
	recording_progress(v->session->rec, &progress);
	return file->streams.v[0].start + progress.bytes_total;
}

/* A file that is followed, or can be, is expected to grow. */
static enum change change_of_part(const struct view_records *v, size_t part)
{
	const struct perf_file *file = recording_file(v->session->rec, part);
	enum change change = change_of(file, known_bytes(v, file));
	struct index_progress progress;

	if (change != CHANGE_LONGER || !file->growing)
		return change;
	recording_progress(v->session->rec, &progress);
	return progress.growing && !v->session->follow.on ? CHANGE_LONGER : CHANGE_NONE;
}

/* Append the first record that a cut file no longer has. For a directory this is unknown. */
static void cut_text(struct view_records *v, size_t part, struct buf *out)
{
	const struct perf_file *file = recording_file(v->session->rec, part);
	uint64_t size = source_size_now(file->sources.v[0]), row;
	struct index_progress progress;
	struct row_info info;

	buf_adds(out, "file was cut");
	if (file->sources.n > 1)
		return;
	row = reader_find_offset(v->session->reader, part, size);
	recording_progress(v->session->rec, &progress);
	if (row < progress.rows && !reader_row(v->session->reader, row, &info, NULL) &&
	    info.ordinal != ROW_NO_ORDINAL)
		buf_addf(out, " at record %llu of %llu", (unsigned long long)info.ordinal,
			 (unsigned long long)progress.records);
}

static void note_change(struct view_records *v, size_t part)
{
	buf_reset(&v->change_note);
	if (v->change == CHANGE_CUT)
		cut_text(v, part, &v->change_note);
	else if (v->change == CHANGE_WRITTEN)
		buf_adds(&v->change_note, "file was changed: records may be wrong");
}

bool records_change_look(struct view *view)
{
	struct view_records *v = view_records_from(view);
	enum change worst = CHANGE_NONE, before = v->change;
	size_t part = 0;

	for (size_t i = 0; i < recording_parts(v->session->rec); i++) {
		enum change change = change_of_part(v, i);

		if (change > worst) {
			worst = change;
			part = i;
		}
	}
	/* A change counts even if the file's times do not show it. */
	if (worst < CHANGE_WRITTEN && recording_rewritten(v->session->rec) != SIZE_MAX) {
		worst = CHANGE_WRITTEN;
		part = recording_rewritten(v->session->rec);
	}
	v->change = worst;
	if (worst == before)
		return false;
	note_change(v, part);
	if (worst == CHANGE_CUT)
		session_follow_leave(v->session);
	if (worst == CHANGE_LONGER && recording_file(v->session->rec, part)->growing)
		app_say(v->view.app, "The recording has grown: %s shows the rest and follows it.",
			app_key_of(v->view.app, ACTION_FOLLOW));
	else if (worst > before)
		app_complain(v->view.app, "%s", changes[worst].message);
	return true;
}

const char *records_change_note(const struct app *app)
{
	const struct view_records *v = app_records(app);

	return v->change_note.len ? v->change_note.p : NULL;
}

const char *records_change_state(const struct view_records *v)
{
	return changes[v->change].state;
}

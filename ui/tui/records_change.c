/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do to the files of the recording while it is open. */
#include "file/change.h"
#include "tui/view_records.h"

static const struct {
	const char *state; /* for the status line */
	const char *message;
} changes[] = {
	[CHANGE_LONGER] = { "file has grown", "The file has grown since it was opened: open it "
					      "again to see the rest." },
	[CHANGE_WRITTEN] = { "file was changed", "Somebody has written to the file, or touched it: "
						 "open it again to see what it holds now." },
	[CHANGE_GONE] = { "file was deleted", "No file has this name any more; this one stays "
					      "whole until you quit." },
	[CHANGE_REPLACED] = { "file was replaced", "Another file has this name now; this is the "
						   "old one, and whole." },
	[CHANGE_CUT] = { "file was cut", "The file was cut while it is open: the records behind "
					 "its end cannot be read." },
};

/* Bytes of a part that the index, and so the list, has come to. */
static uint64_t known_bytes(const struct view_records *v, const struct perf_file *file)
{
	struct index_progress progress;

	if (file->sources.n > 1 || !file->growing)
		return source_size(file->sources.v[0]);
	recording_progress(v->rec, &progress);
	return file->streams.v[0].start + progress.bytes_total;
}

/* One that grows as long as it is followed, or to be followed, does what it is to do. */
static enum change change_of_part(const struct view_records *v, size_t part)
{
	const struct perf_file *file = recording_file(v->rec, part);
	enum change change = change_of(file, known_bytes(v, file));
	struct index_progress progress;

	if (change != CHANGE_LONGER || !file->growing)
		return change;
	recording_progress(v->rec, &progress);
	return progress.growing && !v->follow ? CHANGE_LONGER : CHANGE_NONE;
}

bool records_change_look(struct view *view)
{
	struct view_records *v = view_records_from(view);
	enum change worst = CHANGE_NONE, before = v->change;
	size_t part = 0;

	for (size_t i = 0; i < recording_parts(v->rec); i++) {
		enum change change = change_of_part(v, i);

		if (change > worst) {
			worst = change;
			part = i;
		}
	}
	/* Also where its times do not show it. */
	if (worst < CHANGE_WRITTEN && recording_rewritten(v->rec) != SIZE_MAX) {
		worst = CHANGE_WRITTEN;
		part = recording_rewritten(v->rec);
	}
	v->change = worst;
	if (worst == before)
		return false;
	if (worst == CHANGE_CUT)
		records_follow_leave(v);
	if (worst == CHANGE_LONGER && recording_file(v->rec, part)->growing)
		app_say(v->view.app, "The recording has grown: %s shows the rest and follows it.",
			app_key_of(v->view.app, ACTION_FOLLOW));
	else if (worst > before)
		app_complain(v->view.app, "%s", changes[worst].message);
	return true;
}

const char *records_change_state(const struct view_records *v)
{
	return changes[v->change].state;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"
#include "filter/check.h"
#include "out/export.h"
#include "session/eventpick.h"
#include "session/session_filter.h"
#include "wire/fields.h"

/* Fail because of something that the user can change. */
static int lacks(struct write_request *r, enum write_lack lack, struct err *err, const char *what)
{
	r->lack = lack;
	return err_set(err, ERR_PARSE, "%s", what);
}

/* ---- which records ---- */

/*
 * Append the filter for the records between the marks a and b: in time order those with a time
 * between the times of the marks, otherwise those between them in the file.
 */
static int add_range(struct session *session, struct write_request *r, struct buf *out,
		     struct err *err)
{
	uint64_t ends[2], times[2] = { 0 };
	bool timed = session->times;

	for (int i = 0; i < 2; i++) {
		uint64_t row = session->jumps.marks['a' + i];
		struct row_info info;

		if (row == UINT64_MAX)
			return lacks(r, WRITE_LACKS_MARKS, err,
				     "the range needs the marks a and b");
		if (reader_row(session->reader, row, &info, err) < 0)
			return (int)err->code;
		if (info.ordinal == ROW_NO_ORDINAL)
			return err_set(err, ERR_PARSE, "mark %c is at damage, not at a record",
				       'a' + i);
		ends[i] = info.ordinal;
		times[i] = info.time;
		timed = timed && row_has_time(&info);
	}
	if (timed)
		memcpy(ends, times, sizeof(ends));
	if (out->len)
		buf_adds(out, " and ");
	buf_addf(out, "%s in {%llu..%llu}", field_id_name(timed ? F_time : F_ordinal),
		 (unsigned long long)(ends[0] < ends[1] ? ends[0] : ends[1]),
		 (unsigned long long)(ends[0] < ends[1] ? ends[1] : ends[0]));
	return 0;
}

/* Append the filter for the written rows; "": all rows. */
static int add_filter(struct session *session, struct write_request *r, struct buf *out,
		      struct err *err)
{
	struct buf applied = BUF_INIT;

	if (r->what == WRITE_REPAIR || r->scope == SCOPE_ALL)
		return 0;
	if (r->scope == SCOPE_FLAGGED && !notes_flags(session->notes))
		return lacks(r, WRITE_LACKS_FLAGS, err, "no record is flagged");
	if (r->scope == SCOPE_FLAGGED) {
		buf_adds(out, field_id_name(F_flagged));
		return 0;
	}
	session_filter_applied(session, &applied);
	if (applied.len)
		buf_addf(out, r->scope == SCOPE_RANGE ? "(%s)" : "%s", applied.p);
	buf_release(&applied);
	return r->scope == SCOPE_RANGE ? add_range(session, r, out, err) : 0;
}

/* Get the filter of the event that is written, and note its name. */
static struct filter *pick_event(struct session *session, const char *where)
{
	struct eventpick pick;
	struct filter *filter;

	eventpick_init(&pick, session, where, where);
	filter = eventpick_filter(&pick);
	buf_adds(&session->write.samples, ": samples");
	eventpick_add_name(&pick, &session->write.samples);
	eventpick_add_place(&pick, &session->write.samples);
	buf_reset(&session->write.note);
	shown_events_note(&pick.events, pick.name, &session->write.note);
	eventpick_release(&pick);
	session_notify(session, SESSION_WRITE_EVENT);
	return filter;
}

/* ---- which fields ---- */

static bool takes_fields(const struct format *format)
{
	return format->open && !(format->flags & (FORMAT_SCRIPT | FORMAT_WITHOUT_FIELDS));
}

/* The file may differ from the list in its order and its fields. */
static void add_hint(const struct session *session, const struct write_request *r,
		     const struct format *format, struct buf *out)
{
	if (r->columns || !takes_fields(format))
		return;
	if (session->times)
		buf_adds(out, ", in file order");
	if (!r->n)
		buf_adds(out, "; --fields LIST chooses the fields");
}

/* Check that the format accepts the requested fields, and that the recording can have them. */
static int check_fields(const struct session *session, const struct write_request *r,
			const struct format *format, struct err *err)
{
	int rc = 0;

	if (r->n && !takes_fields(format))
		return err_set(err, ERR_PARSE, "--fields does not apply to %s", format->name);
	for (size_t i = 0; i < r->n && rc == 0; i++)
		rc = check_field(&r->fields[i], session->rec, err);
	return rc;
}

/* ---- where to ---- */

static int start_pipe(struct session *session, struct write_request *r,
		      struct export_options *options, struct err *err)
{
	int ends[2], rc;

	if (pipe2(ends, O_CLOEXEC) < 0) {
		export_options_release(options);
		return err_set(err, ERR_IO, "cannot make a pipe: %s", strerror(errno));
	}
	options->pipe = ends[1];
	rc = export_start(&session->write.export, session->rec, options, err);
	if (rc == 0)
		r->reader = ends[0];
	else
		close(ends[0]);
	return rc;
}

static int start_out(struct session *session, const struct format *format,
		     struct export_options *options, struct err *err)
{
	bool terminal = isatty(STDOUT_FILENO);

	if (terminal && format->flags & FORMAT_BINARY) {
		export_options_release(options);
		return err_set(err, ERR_PARSE, "%s is binary: write it to a file or a pipe",
			       format->name);
	}
	options->raw = !terminal;
	options->pipe = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (options->pipe >= 0)
		return export_start(&session->write.export, session->rec, options, err);
	export_options_release(options);
	return err_set(err, ERR_IO, "standard output: %s", strerror(errno));
}

static int start_file(struct session *session, struct write_request *r,
		      const struct export_options *options, struct err *err)
{
	int rc = export_start(&session->write.export, session->rec, options, err);

	if (rc == ERR_OPEN && !options->force && access(r->path, F_OK) == 0) {
		r->lack = WRITE_LACKS_FORCE;
		rc = err_set(err, ERR_PARSE, "%s exists already", r->path);
	}
	if (rc == 0)
		session_notify(session, SESSION_WRITES);
	return rc;
}

static int start(struct session *session, struct write_request *r, struct err *err)
{
	const struct format *format = r->format ? r->format : format_of_file(r->path);
	bool slice = write_request_is_slice(r);
	struct export_options options = {
		.path = r->path,
		.pipe = -1,
		.force = r->force,
		.format = slice ? NULL : format,
		.inlined = r->inlined,
		.raw = true, /* for a file or a pipe */
		.scrub = r->scrub,
		.columns = session->write.columns.p,
		.by_time = r->columns && session->times,
		.watcher = &session->watcher,
	};
	struct buf filter = BUF_INIT;
	int rc = slice ? 0 : check_fields(session, r, format, err);

	if (rc == 0)
		rc = add_filter(session, r, &filter, err);
	buf_reset(&session->write.to);
	buf_reset(&session->write.hint);
	if (!slice && r->path && !write_request_is_out(r)) {
		buf_adds(&session->write.to, " to ");
		text_escape_str(&session->write.to, r->path);
		buf_addf(&session->write.to, " as %s", format->name);
		add_hint(session, r, format, &session->write.hint);
	}
	buf_reset(&session->write.samples);
	if (rc == 0 && !slice && format->flags & FORMAT_EVENT)
		options.filter = pick_event(session, filter.p);
	else if (rc == 0 && filter.len)
		rc = filter_parse(&options.filter, filter.p, err);
	if (rc == 0 && filter.len && !slice && format->flags & FORMAT_MARKS)
		rc = filter_parse(&options.marked, filter.p, err);
	buf_release(&filter);
	if (rc == 0) {
		options.fields = r->fields;
		options.n = r->n;
		r->fields = NULL;
		r->n = 0;
	}
	if (rc == 0 && r->what == WRITE_PIPE)
		rc = start_pipe(session, r, &options, err);
	else if (rc == 0 && write_request_is_out(r))
		rc = start_out(session, format, &options, err);
	else if (rc == 0)
		rc = start_file(session, r, &options, err);
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

/* ---- interface ---- */

int session_write(struct session *session, struct write_request *r, const char *arg,
		  struct err *err)
{
	struct index_progress progress;
	int rc;

	recording_progress(session->rec, &progress);
	if (write_request_is_slice(r) && recording_parts(session->rec) > 1)
		return err_set(err, ERR_PARSE, "cannot slice several files: open one of them");
	if (write_request_is_slice(r) && progress.state == INDEX_FOLLOWING)
		return err_set(err, ERR_PARSE,
			       "cannot slice a recording that is still being written");
	if (session->write.export)
		return lacks(r, WRITE_LACKS_END, err, "a file is being written");
	if (progress.state == INDEX_BUILDING)
		return err_set(err, ERR_PARSE,
			       "cannot write records yet: the index is being built");
	rc = write_request_parse(r, arg, err);
	buf_reset(&session->write.columns);
	if (r->columns)
		buf_adds(&session->write.columns, r->columns);
	return rc < 0 ? rc : start(session, r, err);
}

bool session_write_resume(struct session *session)
{
	enum export_state state;

	if (!session->write.export)
		return false;
	state = export_state(session->write.export);
	if (state == EXPORT_RUNS)
		return false;
	session_notify(session, state == EXPORT_FAILED ? SESSION_WRITE_FAILED : SESSION_WRITTEN);
	return session_write_cancel(session);
}

bool session_write_cancel(struct session *session)
{
	if (!session->write.export)
		return false;
	export_free(session->write.export);
	session->write.export = NULL;
	return true;
}

void session_write_end(struct session *session, int reader)
{
	char rest[1 << 16];

	if (!session->write.export)
		return;
	export_stop(session->write.export);
	/* The thread cannot fail to write while this process can still read: it only waits. */
	while (io_read(reader, rest, sizeof(rest)) > 0)
		;
	export_wait(session->write.export);
	if (export_state(session->write.export) == EXPORT_FAILED)
		session_notify(session, SESSION_WRITE_FAILED);
	session_write_cancel(session);
}

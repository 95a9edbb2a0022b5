/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/write.h"

#include <stdio.h>
#include <unistd.h>

#include "records/list_writer.h"
#include "records/view.h"
#include "session/session_write.h"

/* Add to an error what the user can do. */
static void add_advice(struct app *app, const struct write_request *r, struct err *err)
{
	struct err why = *err;

	switch (r->lack) {
	case WRITE_LACKS_END:
		err_set(err, why.code, "%s; %s stops that", why.msg,
			app_key_of(app, ACTION_CANCEL));
		break;
	case WRITE_LACKS_FLAGS:
		err_set(err, why.code, "%s; %s flags one", why.msg, app_key_of(app, ACTION_FLAG));
		break;
	case WRITE_LACKS_MARKS:
		err_set(err, why.code, "%s; %s sets mark x", why.msg, app_key_of(app, ACTION_MARK));
		break;
	case WRITE_LACKS_FORCE:
		err_set(err, why.code, "%s; :%s! replaces it", why.msg,
			r->columns ? "page" : write_request_command(r->what));
		break;
	case WRITE_LACKS_NOTHING:
	default:
		break;
	}
}

static int write_request(struct app *app, struct write_request *r, const char *arg, struct err *err)
{
	int rc = session_write(app->session, r, arg, err);

	if (rc < 0)
		add_advice(app, r, err);
	else if (r->reader >= 0)
		shell_ask(&app->shell, r->command, r->reader);
	write_request_release(r);
	return rc;
}

static int run(struct app *app, const char *arg, bool force, enum write_what what, struct err *err)
{
	struct write_request r = {
		.what = what, .force = force, .can_out = app->opt->batch, .reader = -1
	};
	char name[16];
	int rc;

	snprintf(name, sizeof(name), ":%s", write_request_command(what));
	rc = app_allows(app, name, err);
	return rc < 0 ? rc : write_request(app, &r, arg, err);
}

int records_write_list(struct app *app, const char *path, bool force, struct err *err)
{
	struct buf columns = BUF_INIT, arg = BUF_INIT;
	struct write_request r = {
		.what = WRITE_FILE, .force = force, .reader = -1, .format = &list_writer_format
	};
	int rc;

	list_writer_columns(&app_records(app)->list.layout.columns,
			    app->session->shown_times.form == LIST_TIME_CLOCK, &columns);
	r.columns = columns.p;
	/* A name with blanks or quotes must work, too. */
	buf_addc(&arg, '"');
	for (; *path; path++)
		buf_addf(&arg, "%s%c", *path == '"' || *path == '\\' ? "\\" : "", *path);
	buf_addc(&arg, '"');
	rc = write_request(app, &r, arg.p, err);
	buf_release(&arg);
	buf_release(&columns);
	return rc;
}

int records_write(struct app *app, const char *arg, bool force, struct err *err)
{
	return run(app, arg, force, WRITE_FILE, err);
}

int records_slice(struct app *app, const char *arg, bool force, struct err *err)
{
	return run(app, arg, force, WRITE_SLICE, err);
}

int records_repair(struct app *app, const char *arg, bool force, struct err *err)
{
	return run(app, arg, force, WRITE_REPAIR, err);
}

int records_pipe(struct app *app, const char *arg, struct err *err)
{
	return run(app, arg, false, WRITE_PIPE, err);
}

void records_pipe_end(struct app *app)
{
	session_write_end(app->session, app->shell.in);
}

/* Report what a slice has in addition to the requested records, and which of them are missing. */
static void say_slice(struct app *app, const struct export *export)
{
	const struct slice_counts *counts = export_slice(export);
	uint64_t left_out = counts->damaged + counts->cut + counts->unknown;
	struct buf text = BUF_INIT;

	buf_addf(&text,
		 "%llu records written: %llu selected, %llu about their tasks and memory, "
		 "%llu about the recording",
		 (unsigned long long)export_written(export), (unsigned long long)counts->selected,
		 (unsigned long long)counts->state, (unsigned long long)counts->other);
	if (left_out)
		buf_addf(&text, "; %llu left out", (unsigned long long)left_out);
	for (size_t i = 0; i < counts->notes.n; i++)
		buf_addf(&text, "; %s", counts->notes.v[i]);
	if (counts->hint)
		buf_addf(&text, "; %s", counts->hint);
	app_say(app, "%s", text.p);
	buf_release(&text);
}

static void say_written(struct app *app, const struct session_write *write)
{
	if (export_slice(write->export))
		say_slice(app, write->export);
	else if (!export_pipe(write->export)) /* the reader of a pipe wants no more */
		app_say(app, "%llu records written%s%s%s.",
			(unsigned long long)export_written(write->export), write->to.p,
			write->samples.p, app->opt->batch ? "" : write->hint.p);
}

bool records_write_report(struct app *app, enum session_event event)
{
	const struct session_write *write = &app->session->write;

	switch (event) {
	case SESSION_WRITES:
		app_say(app, "Writing\u2026 %s stops.", app_key_of(app, ACTION_CANCEL));
		return true;
	case SESSION_WRITE_EVENT:
		buf_reset(&app->note);
		buf_add(&app->note, write->note.p, write->note.len);
		return true;
	case SESSION_WRITE_FAILED:
		app_fail(app,
			 export_pipe(write->export) ? "Only a part is written"
						    : "Nothing is written",
			 export_error(write->export));
		return true;
	case SESSION_WRITTEN:
		say_written(app, write);
		return true;
	default:
		return false;
	}
}

int records_write_text(const char *path, const struct buf *text, bool force, const char *how,
		       struct err *err)
{
	struct output *output;
	int rc = output_open(&output, path, force, err);

	if (rc == ERR_OPEN && !force && access(path, F_OK) == 0)
		rc = err_set(err, ERR_PARSE, "%s exists already; :%s replaces it", path, how);
	if (rc == 0) {
		output_add(output, text->p, text->len);
		rc = output_finish(output, err);
		output_close(output);
	}
	if (rc < 0)
		err->offset = ERR_NO_OFFSET;
	return rc;
}

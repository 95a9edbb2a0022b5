/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/batch.h"

#include <errno.h>
#include <string.h>

#include "base/io.h"
#include "base/text.h"
#include "exit_status.h"
#include "filter/filter.h"
#include "records/copy.h"
#include "records/view.h"
#include "session/session_place.h"
#include "session/session_undo.h"
#include "shell/command.h"
#include "shell/config.h"
#include "shell/loop.h"
#include "term/wakeup.h"

enum {
	BATCH_ROWS = 24,
	BATCH_COLS = 80,
	LOOK_MS = 20 /* ms between two looks at background work */
};

static void wait_until_done(struct app *app)
{
	for (;;) {
		bool more = loop_take_work(app);

		/* Nobody sees it, but it finds the rows that a screen shows. */
		app_draw(app, BATCH_ROWS, BATCH_COLS);
		if (!more && !app_busy(app))
			return;
		wakeup_wait(LOOK_MS);
	}
}

/* Append the page of the view on top, unless it is the list. Its note is a complaint. */
static void add_view(struct app *app, FILE *complaints, struct buf *out)
{
	struct view *view = app_view(app);
	struct buf note = BUF_INIT;

	if (app_is_home(app, view))
		return;
	if (view->ops->note)
		view->ops->note(view, &note);
	if (note.len)
		fprintf(complaints, "perfnav: %s\n", note.p);
	buf_release(&note);
	if (view->ops->text)
		view->ops->text(view, out);
}

static int write_out(struct buf *text, FILE *out, struct err *err)
{
	bool ok = !fflush(out) && io_write(fileno(out), text->p, text->len);

	buf_reset(text);
	if (!ok && errno != EPIPE)
		return err_set(err, ERR_IO, "standard output: %s", strerror(errno));
	return 0;
}

/* Show the command with a caret under its mistake. The caller shows no message then. */
static int explain(const char *command, struct err *err, FILE *complaints)
{
	struct buf text = BUF_INIT;

	if (err->code != ERR_PARSE)
		return (int)err->code;
	filter_explain(command, err, &text);
	fprintf(complaints, "perfnav: %s", text.p);
	buf_release(&text);
	err_clear(err);
	return STATUS_USAGE;
}

static int run_one(struct app *app, const char *command, FILE *complaints, struct buf *out,
		   struct err *err)
{
	struct session_undo before;
	int rc;

	buf_reset(&app->message);
	session_undo_take(app->session, &before);
	rc = command_run(app, command, err);
	session_undo_keep(app->session, &before);
	if (rc < 0)
		return explain(command, err, complaints);
	if (app->shell.command)
		app_run_shell(app, -1);
	wait_until_done(app);
	if (!app->result.saved)
		add_view(app, complaints, out);
	if (app->note.len)
		fprintf(complaints, "perfnav: %s\n", app->note.p);
	buf_reset(&app->note);
	if (app->result.at_record && !app->result.complained)
		records_line(app, out);
	if (app->result.failure)
		return err_set(err, app->result.failure, "%s", app->message.p);
	if (app->message.len && app->result.complained)
		fprintf(complaints, "perfnav: %s\n", app->message.p);
	else if (app->message.len)
		buf_addf(out, "%s\n", app->message.p);
	return 0;
}

/* Go to the place of --goto. */
static int begin(struct app *app, FILE *complaints, struct err *err)
{
	struct err why = ERR_INIT;

	if (!app->opt->where)
		return 0;
	app->result = (struct command_result){ .failure = ERR_NONE };
	if (session_place_goto(app->session, app->opt->where, NULL, &why) < 0)
		return err_set(err, why.code, "--goto: %s", why.msg);
	wait_until_done(app);
	if (app->result.complained)
		fprintf(complaints, "perfnav: --goto: %s\n", app->message.p);
	return 0;
}

int batch_run(struct app *app, FILE *out, FILE *complaints, struct err *err)
{
	struct buf text = BUF_INIT;
	bool missed = false;
	int rc = 0;

	config_mistakes(app, "perfnav: ", &text);
	fputs(text.p, complaints);
	buf_reset(&text);
	/* Names are not needed for records that nobody sees. */
	app_records(app)->names.form = RECORD_VIEW_ADDRESSES;
	wait_until_done(app);
	rc = begin(app, complaints, err);
	missed = app->result.missed;
	for (size_t i = 0; rc == 0 && !app->quit && i < app->opt->n_commands; i++) {
		rc = run_one(app, app->opt->commands[i], complaints, &text, err);
		app->opt->next->commands = i + 1;
		missed |= app->result.missed;
		if (rc == 0)
			rc = write_out(&text, out, err);
	}
	buf_release(&text);
	return rc || !missed ? rc : STATUS_USAGE;
}

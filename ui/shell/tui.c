/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/tui.h"

#include <errno.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "exit_status.h"
#include "file/first_time.h"
#include "records/view.h"
#include "session/eventpick.h"
#include "shell/app.h"
#include "shell/batch.h"
#include "shell/command.h"
#include "shell/config.h"
#include "shell/loop.h"
#include "shell/prompt.h"
#include "shell/script.h"
#include "shell/state_keeper.h"
#include "term/rescue.h"
#include "term/term_curses.h"
#include "term/term_text.h"
#include "term/wakeup.h"
#include "views/overview.h"
#include "views/views.h"

/* The index of a word of the setting "start". */
#define START_OVERVIEW 0

int tui_wake_init(struct err *err)
{
	if (wakeup_init() < 0)
		return err_set(err, ERR_IO, "cannot make a pipe: %s", strerror(errno));
	return 0;
}

void tui_wake(void *arg)
{
	(void)arg;
	wakeup_post(WAKE_WORK);
}

static void no_memory(size_t wanted)
{
	static const char text[] = "perfnav: out of memory\n";

	(void)wanted;
	rescue_run();
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(STATUS_IO);
	_exit(STATUS_IO);
}

/* Show notices about indexes. Messages of the configuration and the saved state go first. */
static void say_notices(struct app *app)
{
	const char *notice = index_notice(recording_index(app->rec, 0));
	const char *orphan = recording_orphan(app->rec, 0);
	char *said = mem_strndup(app->message.p, app->message.len);

	if (*notice && !*said)
		app_say(app, "%s", notice);
	else if (orphan && (!*said || app->message_style != STYLE_ERROR))
		app_say(app,
			"%s%sIndex under an earlier name: perfnav index --remove %s removes it.",
			said, *said ? " " : "", orphan);
	free(said);
}

/*
 * May another view than the records be the first screen? Not if the command line requests certain
 * records or runs commands.
 */
static bool may_open_view(const struct app *app)
{
	const struct tui_options *opt = app->opt;

	return app->settings.v[SETTING_START] == START_OVERVIEW && !opt->no_state && !opt->batch &&
	       !opt->n_commands && !opt->where && !opt->filter && !opt->event && !opt->order &&
	       !opt->follow && opt->row == UINT64_MAX;
}

/* Do what the command line requests, before the first key. */
static int start(struct app *app, struct err *err)
{
	struct view_records *v = view_records_new(app);
	struct session *session = app->session;
	uint64_t time;

	app_push(app, &v->view);
	config_read(app);
	if (!app->opt->order && !app->opt->batch && !app->opt->follow)
		session_order_begin(session);
	state_restore_load(app);
	say_notices(app);
	if (app->opt->missing)
		app_complain(app, "%zu of %zu files cannot be opened; errors follow at exit.",
			     app->opt->missing, app->opt->missing + recording_parts(app->rec));
	if (app->opt->filter && session_filter_set(session, app->opt->filter, err) < 0)
		return (int)err->code;
	if (app->opt->event && eventpick_choose(app->session, app->opt->event, err) < 0)
		return (int)err->code;
	if (app->opt->order)
		session_order_set(session, !strcmp(app->opt->order, "time"));
	if (app->opt->row != UINT64_MAX)
		session_place_set(session, (struct session_place){ PLACE_ROW, app->opt->row });
	/* Without a screen, only a complete index knows all places. */
	if (app->opt->where && !app->opt->batch &&
	    session_place_goto(session, app->opt->where, NULL, err) < 0)
		return (int)err->code;
	if (app->opt->follow)
		session_follow_start(app->session);
	state_restore_open(app, may_open_view(app));
	if (app->opt->script || !may_open_view(app))
		return 0;
	/* The list begins at the first event, after the records that perf wrote at the start. */
	if (!app->restore.has_place && first_time(recording_file(app->rec, 0), &time))
		session_place_set(session, (struct session_place){ PLACE_TIME, time });
	session_order_await(session);
	if (!app->restore.known) {
		overview_open(app);
		app_start(app);
	}
	return 0;
}

/* Run the command line's commands, before the first key. */
static int run_commands(struct app *app, struct err *err)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && !app->quit && i < app->opt->n_commands; i++) {
		rc = command_run(app, app->opt->commands[i], err);
		app->opt->next->commands = i + 1;
	}
	return rc;
}

static int run_script(struct app *app, struct err *err)
{
	const struct tui_options *opt = app->opt;
	struct term *term = term_text_open(opt->rows ? opt->rows : 24, opt->cols ? opt->cols : 80);
	int rc = script_run(app, term, opt->script, stdout, err);

	term->ops->close(term);
	return rc;
}

static int run_terminal(struct app *app, struct err *err)
{
	const char *instead;
	struct term *term;
	int sig;

	if (term_curses_open(&term, &instead, err) < 0)
		return (int)err->code;
	if (instead)
		app_say(app, "The terminal type '%.40s' is not known: %s is used.", getenv("TERM"),
			instead);
	wakeup_catch_signals(rescue_run);
	mem_set_handler(no_memory);
	sig = loop_run(app, term);
	prompt_close();
	term->ops->close(term);
	wakeup_release_signals();
	return sig ? 128 + sig : 0;
}

/*
 * 1 if the recording was damaged or unfinished, but readable; an error if it could not be read,
 * which is reported again after the screen is closed.
 */
static int exit_status(struct recording *rec, struct err *err)
{
	struct index_progress progress;

	recording_progress(rec, &progress);
	if (progress.state == INDEX_FAILED)
		*err = progress.err;
	if (progress.state == INDEX_FAILED)
		return (int)err->code;
	return progress.damaged || recording_warnings(rec) ? STATUS_DAMAGED : STATUS_OK;
}

int tui_run(struct recording *rec, const struct tui_options *opt, struct err *err)
{
	struct tui_options own = *opt;
	struct err kept = ERR_INIT;
	struct app app;
	int rc;

	if (tui_wake_init(err) < 0)
		return (int)err->code;
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		own.ascii = true;
	mem_share();
	app_init(&app, rec, &own);
	rc = start(&app, err);
	if (rc == 0 && own.batch)
		rc = batch_run(&app, stdout, stderr, err);
	else if (rc == 0)
		rc = run_commands(&app, err);
	if (rc == 0 && !own.batch && !app.quit)
		rc = own.script ? run_script(&app, err) : run_terminal(&app, err);
	if (state_keeper_keep(&app, &kept) < 0)
		fprintf(stderr, "perfnav: cannot save the state: %s\n", kept.msg);
	app_release(&app);
	prompt_release();
	return rc ? rc : exit_status(rec, err);
}

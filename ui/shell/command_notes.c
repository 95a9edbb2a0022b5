/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands about flags, notes and marks, and about another recording. */
#include <stdlib.h>
#include <string.h>

#include "folders.h"
#include "records/write.h"
#include "session/session_notes.h"
#include "shell/command_run.h"
#include "views/views.h"

int command_E(struct app *app, const struct command_call *call, struct err *err)
{
	char *path = folders_expand(call->arg, strlen(call->arg));
	int rc = app_open_recording(app, &path, 1, UINT64_MAX, err);

	free(path);
	return rc;
}

int command_FLAG(struct app *app, const struct command_call *call, struct err *err)
{
	if (*call->arg)
		return session_notes_flag_where(app->session, call->arg, err);
	session_notes_flag(app->session);
	return 0;
}

int command_UNFLAG(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	session_notes_unflag(app->session);
	return 0;
}

int command_NOTE(struct app *app, const struct command_call *call, struct err *err)
{
	return session_notes_set(app->session, call->arg, err);
}

static int export_notes(struct app *app, const char *path, bool force, struct err *err)
{
	size_t n = app->session->notes->list.n;
	struct buf text = BUF_INIT;
	int rc;

	session_notes_add(app->session, &text);
	rc = records_write_text(path, &text, force, "notes! export", err);
	if (rc == 0)
		app_say(app, "%zu record%s with flags or notes written.", n, n == 1 ? "" : "s");
	buf_release(&text);
	return rc;
}

int command_NOTES(struct app *app, const struct command_call *call, struct err *err)
{
	size_t len = strcspn(call->arg, " "), at = len + strspn(call->arg + len, " ");
	char *path;
	int rc;

	if (!*call->arg) {
		marks_open_view(app);
		return 0;
	}
	if (len != 6 || strncmp(call->arg, "export", len) != 0)
		return err_set_at(err, ERR_PARSE, 0, "expected \"export FILE\", or nothing");
	if (!call->arg[at])
		return err_set_at(err, ERR_PARSE, at, "expected the name of a file");
	if (app_allows(app, ":notes export", err) < 0)
		return ERR_PARSE;
	path = folders_expand(call->arg + at, strlen(call->arg + at));
	rc = export_notes(app, path, call->force, err);
	free(path);
	return rc;
}

int command_MARKS(struct app *app, const struct command_call *call, struct err *err)
{
	(void)call;
	(void)err;
	marks_open_view(app);
	return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/paper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "tui/view_records.h"

static int write_records(struct app *app, const char *path, bool force, struct err *err)
{
	struct buf arg = BUF_INIT;
	int rc;

	/* Any name, also one with blanks or quotes. */
	buf_addc(&arg, '"');
	for (; *path; path++)
		buf_addf(&arg, "%s%c", *path == '"' || *path == '\\' ? "\\" : "", *path);
	buf_adds(&arg, "\" --format text");
	rc = records_write(view_records_from(app->home), arg.p, force, err);
	buf_release(&arg);
	return rc;
}

/* The pane that is all of the screen, of the record under the cursor; false: it is the list. */
static bool add_pane(const struct view_records *v, struct buf *text)
{
	if (!v->maximised || !v->row || v->focus == PANE_LIST)
		return false;
	if (v->focus == PANE_TREE)
		pane_tree_text(&v->tree, text);
	else
		pane_hex_text(&v->hex, text);
	return true;
}

int paper_write(struct app *app, const char *path, bool force, struct err *err)
{
	struct view *view = app_view(app);
	struct buf text = BUF_INIT;
	size_t lines = 0;
	int rc = app_allows(app, "to write a page", err);

	if (rc < 0)
		return rc;
	if (view != app->home)
		view->ops->text(view, &text);
	else if (!add_pane(view_records_from(view), &text))
		return write_records(app, path, force, err);
	for (size_t i = 0; i < text.len; i++)
		lines += text.p[i] == '\n';
	rc = records_write_text(path, &text, force, "page!", err);
	if (rc == 0)
		app_say(app, "%zu line%s written.", lines, lines == 1 ? "" : "s");
	buf_release(&text);
	return rc;
}

/* ---- the prompt ---- */

/* The name that was asked about: Enter on it again replaces the file. */
static int accept(void *ctx, const char *text, struct err *err)
{
	struct app *app = ctx;
	bool again = app->page_path && !strcmp(app->page_path, text);

	if (!*text)
		return err_set_at(err, ERR_PARSE, 0, "expected the name of a file");
	free(app->page_path);
	app->page_path = mem_strdup(text);
	if (!again && access(text, F_OK) == 0)
		return err_set_at(err, ERR_PARSE, 0,
				  "is there already: Enter again replaces it, Escape does not");
	return paper_write(app, text, again, err);
}

void paper_prompt(struct app *app)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILE,
		.label = "write this view to: ",
		.note = "the name of a file",
		.accept = accept,
	};

	free(app->page_path);
	app->page_path = NULL;
	prompt_open(&kind, app, "");
}

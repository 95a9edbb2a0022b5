/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/saved_view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "records/view.h"
#include "views/picture.h"

static int write_records(struct app *app, const char *path, bool force, struct err *err)
{
	struct buf arg = BUF_INIT;
	int rc;

	/* A name with blanks or quotes must work, too. */
	buf_addc(&arg, '"');
	for (; *path; path++)
		buf_addf(&arg, "%s%c", *path == '"' || *path == '\\' ? "\\" : "", *path);
	buf_adds(&arg, "\" --format text");
	rc = records_write(app, arg.p, force, err);
	buf_release(&arg);
	return rc;
}

/*
 * Add the maximised pane with the record under the cursor. False: no pane, but the list is shown.
 */
static bool add_pane(const struct view_records *v, struct buf *text)
{
	if (!v->maximised || !v->session->row || v->focus == PANE_LIST)
		return false;
	if (v->focus == PANE_TREE)
		pane_tree_text(&v->tree, text);
	else
		pane_hex_text(&v->hex, text);
	return true;
}

/* ---- pictures ---- */

enum {
	ROWS = 24, /* lines, if there is no screen */
	COLS = 80
};

typedef void (*picture)(const struct grid *grid, const struct theme *theme, struct buf *out);

/* The kind of picture for a file's name. NULL: text. */
static picture picture_of(const char *path)
{
	const char *dot = strrchr(path, '.');

	if (dot && !strcmp(dot, ".svg"))
		return picture_svg;
	return dot && (!strcmp(dot, ".ansi") || !strcmp(dot, ".ans")) ? picture_ansi : NULL;
}

/* The colours of a picture: those that the user allows, which may be more than the terminal has. */
static int picture_colours(const struct app *app, picture draw)
{
	int most = draw == picture_svg ? COLOURS_TRUE : 256;

	return app->theme.most >= 0 && app->theme.most < most ? app->theme.most : most;
}

/* Write the view as the screen shows it, without the line of hints. */
static int write_picture(struct app *app, const char *path, picture draw, bool force,
			 struct err *err)
{
	int rows = app->grid.rows > 1 ? app->grid.rows - 1 : ROWS;
	int cols = app->grid.cols > 0 ? app->grid.cols : COLS, rc;
	struct buf text = BUF_INIT;
	struct grid grid;

	grid_init(&grid, rows, cols, app->grid.ascii);
	grid.colours = picture_colours(app, draw);
	app_draw_view(app, &grid);
	draw(&grid, &app->theme, &text);
	rc = records_write_text(path, &text, force, "page!", err);
	if (rc == 0)
		app_say(app, "The picture is written: %d columns, %d lines.", cols, rows);
	buf_release(&text);
	grid_release(&grid);
	return rc;
}

int saved_view_write(struct app *app, const char *path, bool force, struct err *err)
{
	struct view *view = app_view(app);
	struct buf text = BUF_INIT;
	size_t lines = 0;
	int rc = app_allows(app, "to write a page", err);

	if (rc < 0)
		return rc;
	if (picture_of(path))
		return write_picture(app, path, picture_of(path), force, err);
	if (!app_is_home(app, view))
		view->ops->text(view, &text);
	else if (!add_pane(app_records(app), &text))
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

/* The name that was asked about: if it is entered again, the file is replaced. */
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
				  "the file exists: Enter replaces it, Escape cancels");
	return saved_view_write(app, text, again, err);
}

void saved_view_prompt(struct app *app)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILE,
		.label = "write this view to: ",
		.note = "the name of a file; .svg and .ansi: a picture",
		.accept = accept,
	};

	free(app->page_path);
	app->page_path = NULL;
	prompt_open(&kind, app, "");
}

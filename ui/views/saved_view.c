/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/saved_view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "folders.h"
#include "records/view.h"
#include "records/write.h"
#include "shell/argument.h"
#include "views/picture.h"
#include "widgets/parts.h"

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

/* Append the view with its title. False: it is the list. */
static bool add_view(struct app *app, struct buf *text)
{
	struct view *view = app_view(app);

	if (app_is_home(app, view))
		return add_pane(app_records(app), text);
	if (view->ops->title) {
		struct buf title = BUF_INIT;

		view->ops->title(view, &title);
		parts_add(title.p, text);
		buf_addc(text, '\n');
		buf_release(&title);
	}
	view->ops->text(view, text);
	return true;
}

static int write_view(struct app *app, const char *path, bool force, struct err *err)
{
	struct buf text = BUF_INIT, shown = BUF_INIT;
	size_t lines = 0;
	int rc;

	if (picture_of(path))
		return write_picture(app, path, picture_of(path), force, err);
	if (!add_view(app, &text))
		return records_write_list(app, path, force, err);
	for (size_t i = 0; i < text.len; i++)
		lines += text.p[i] == '\n';
	rc = records_write_text(path, &text, force, "page!", err);
	text_escape_str(&shown, path);
	if (rc == 0)
		app_say(app, "%zu line%s written to %s.", lines, lines == 1 ? "" : "s", shown.p);
	buf_release(&shown);
	buf_release(&text);
	return rc;
}

int saved_view_write(struct app *app, const char *path, bool force, struct err *err)
{
	int rc = app_allows(app, "to write a page", err);
	char *expanded = folders_expand(path, strlen(path));

	if (rc == 0)
		rc = write_view(app, expanded, force, err);
	free(expanded);
	return rc;
}

/* ---- the prompt ---- */

/* If the name that was asked about is entered again, the file is replaced. */
static int accept(void *ctx, const char *text, struct err *err)
{
	struct app *app = ctx;
	char *asked = app->page_path, *path = folders_expand(text, strlen(text));
	bool again = asked && !strcmp(asked, path);

	app->page_path = path;
	free(asked);
	if (!*path)
		return err_set_at(err, ERR_PARSE, 0, "expected the name of a file");
	if (!again && access(path, F_OK) == 0)
		return err_set_at(err, ERR_PARSE, 0,
				  "the file exists: Enter replaces it, typing starts a new name, "
				  "Escape cancels");
	return saved_view_write(app, path, again, err);
}

static void complete(void *ctx, const char *line, size_t start, size_t end)
{
	argument_complete(ARG_FILE, &(struct argument_word){ ctx, line, 0, start, end });
}

void saved_view_prompt(struct app *app)
{
	static const struct prompt_kind kind = {
		.slot = PROMPT_FILE,
		.label = "write this view to: ",
		.note = "the name of a file; .svg and .ansi: a picture",
		.accept = accept,
		.complete = complete,
		.replaces = true,
	};

	free(app->page_path);
	app->page_path = NULL;
	prompt_open(&kind, app, "");
}

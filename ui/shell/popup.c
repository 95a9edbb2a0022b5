/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shell/popup.h"

#include "base/clock.h"
#include "base/text.h"
#include "shell/app.h"
#include "term/border.h"

/* The i-th binding that begins with the half typed keys. NULL: there are fewer. */
static const struct binding *next_binding(const struct app *app, size_t i)
{
	const struct keys *keys = &app->keys;

	return keys->n ? keymap_next(&app->keymap, app_view_name(app), keys->typed, keys->n, i)
		       : NULL;
}

void popup_typed(struct app *app)
{
	app->popup = (struct popup){ .typed_ms = clock_ms() };
}

int popup_wait_ms(const struct app *app)
{
	int64_t left = app->popup.typed_ms + app->settings.v[SETTING_POPUP] - clock_ms();

	/* A single binding needs no box. */
	if (app->popup.shown || prompt_is_open() || !next_binding(app, 1))
		return -1;
	return left > 0 ? (int)left : 0;
}

bool popup_tick(struct app *app)
{
	if (popup_wait_ms(app) != 0)
		return false;
	app->popup.shown = true;
	return true;
}

/* Append the i-th binding's keys, and what they do. False: there are fewer bindings. */
static bool add_line(const struct app *app, size_t i, struct buf *keys, struct buf *help)
{
	const struct binding *next = next_binding(app, i);

	buf_reset(keys);
	buf_reset(help);
	if (!next)
		return false;
	binding_name(next, app->keys.n, keys);
	app_add_text(app, view_help(app_view(app), next->action), help);
	return true;
}

static void draw_edge(const struct surface *box, int row, const char *left, const char *right)
{
	border_line(box, row);
	surface_put(box, row, 0, STYLE_BORDER, left);
	surface_put(box, row, box->cols - 1, STYLE_BORDER, right);
}

/* The frame above the lines names the keys that were typed, and the way out. */
static void draw_title(const struct app *app, const struct surface *box)
{
	struct buf title = BUF_INIT;

	buf_addc(&title, ' ');
	keys_pending(&app->keys, &title);
	buf_adds(&title, ": next key, or Esc ");
	draw_edge(box, 0, "\u250c", "\u2510");
	if ((int)text_columns(title.p, title.len) + 4 <= box->cols)
		surface_put(box, 0, 2, STYLE_TITLE, title.p);
	buf_release(&title);
}

/* Find how many lines all bindings need, and the columns of the widest one. */
static int measure_lines(const struct app *app, int *width)
{
	struct buf keys = BUF_INIT, help = BUF_INIT;
	int rows = 0;

	*width = 0;
	while (add_line(app, (size_t)rows, &keys, &help)) {
		int cols =
			(int)text_columns(keys.p, keys.len) + (int)text_columns(help.p, help.len);

		*width = cols > *width ? cols : *width;
		rows++;
	}
	buf_release(&keys);
	buf_release(&help);
	return rows;
}

/* Draw rows of bindings from a row on. If there are more bindings, the last one shows that. */
static void draw_lines(const struct app *app, const struct surface *box, int first, int rows)
{
	struct buf keys = BUF_INIT, help = BUF_INIT;

	for (int i = 0; i < rows && add_line(app, (size_t)i, &keys, &help); i++) {
		bool cut = i == rows - 1 && next_binding(app, (size_t)i + 1);
		int row = first + i;
		int col = surface_put(box, row, 2, STYLE_KEY, cut ? "\u2026" : keys.p);

		if (cut) {
			buf_reset(&help);
			app_add_text(app, "{help} has all", &help);
		}
		surface_put_left(box, row, col + 2, box->cols - col - 3, STYLE_NORMAL, help.p);
		surface_put(box, row, 0, STYLE_BORDER, "\u2502");
		surface_put(box, row, box->cols - 1, STYLE_BORDER, "\u2502");
	}
	buf_release(&keys);
	buf_release(&help);
}

void popup_draw(const struct app *app, const struct surface *s)
{
	struct surface box;
	int width, rows = measure_lines(app, &width), above, below;

	width = width + 6 < s->cols ? width + 6 : s->cols;
	if (rows > s->rows)
		rows = s->rows;
	above = s->rows > rows;
	below = s->rows > rows + above;
	box = surface_sub(s, s->rows - rows - above - below, s->cols - width, rows + above + below,
			  width);
	surface_fill(&box, STYLE_NORMAL);
	if (above)
		draw_title(app, &box);
	if (below)
		draw_edge(&box, box.rows - 1, "\u2514", "\u2518");
	draw_lines(app, &box, above, rows);
}

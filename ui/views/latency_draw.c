/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "session/session_time.h"
#include "term/shades.h"
#include "views/latency_view.h"
#include "widgets/parts.h"

enum {
	AXIS = 9, /* screen columns for the durations on the left */
	DIGITS = 3,
	TEXT_ROWS = 64 /* rows of the view as text */
};

static void add_title(const struct view_latency *v, struct buf *out)
{
	buf_add(out, v->tv.what.where, latency_view_field(v->tv.what.where));
	buf_adds(out, " over time");
}

static void add_duration(int level, struct buf *out)
{
	text_add_duration(level > 0 ? histogram_level((size_t)level) : 0, DIGITS, out);
}

static void add_chosen(const struct view_latency *v, struct buf *out)
{
	struct latency_chosen c = latency_view_chosen(&v->tv);
	struct time_range range = latency_view_range(&v->tv);
	uint64_t n = latency_view_rows(&v->tv);

	time_range_add(v->tv.view.app, &range, out);
	buf_adds(out, ", ");
	add_duration(c.level, out);
	buf_adds(out, " to ");
	add_duration(c.last_level + 1, out);
	buf_adds(out, ": ");
	text_add_plural(n, "record", out);
}

/* Draw a row, with the shortest duration at its lower end. */
static void draw_row(const struct view_latency *v, const struct surface *body, int row)
{
	struct surface s = surface_sub(body, row * v->high, 0, v->high, body->cols);
	int level = latency_view_level(v, row);
	struct latency_chosen c = latency_view_chosen(&v->tv);
	struct buf text = BUF_INIT;

	add_duration(level, &text);
	surface_put_right(&s, s.rows - 1, 0, AXIS - 1, STYLE_DIM, text.p);
	for (int col = 0; col < v->cols; col += v->cell) {
		int at = AXIS + col / v->cell;
		uint64_t n = latency_view_cell(v, col, level);
		bool here = c.last_col >= col && c.col < col + v->cell &&
			    c.level <= level + v->per - 1 && c.last_level >= level;

		for (int i = 0; i < s.rows; i++) {
			shade_draw(&s, i, at, n, v->most);
			if (here)
				surface_restyle(&s, i, at, 1, STYLE_SELECTED);
		}
	}
	buf_release(&text);
}

void latency_draw(struct view *view, const struct surface *s, struct term_cursor *cursor)
{
	struct view_latency *v = latency_view_of(view);
	struct surface body = surface_sub(s, 2, 0, s->rows - 3, s->cols);
	struct buf title = BUF_INIT, position = BUF_INIT, text = BUF_INIT;

	if (time_view_draw_empty(&v->tv, s))
		return;
	latency_view_fit(v, body.rows, s->cols - AXIS);
	v->high = body.rows > v->rows ? body.rows / v->rows : 1;
	add_title(v, &title);
	buf_addf(&position, "densest %llu", (unsigned long long)v->most);
	time_view_draw_status(&v->tv, s, &title, position.p);
	add_chosen(v, &text);
	parts_draw(s, 1, 1, s->cols - 1, STYLE_NORMAL, text.p);
	for (int row = 0; row < v->rows && row < body.rows; row++)
		draw_row(v, &body, row);
	time_view_draw_axis(&v->tv, s, 2 + v->rows * v->high, AXIS,
			    (v->cols + v->cell - 1) / v->cell, true);
	*cursor = (struct term_cursor){
		body.row + ((v->top - v->tv.cursor % LATENCY_LEVELS) / v->per + 1) * v->high - 1,
		body.col + AXIS + v->tv.cursor / LATENCY_LEVELS / v->cell, false
	};
	buf_release(&title);
	buf_release(&position);
	buf_release(&text);
}

void latency_draw_text(struct view *view, struct buf *out)
{
	struct view_latency *v = latency_view_of(view);

	if (time_view_text_empty(&v->tv, out))
		return;
	latency_view_fit(v, TEXT_ROWS, v->cols);
	add_title(v, out);
	buf_addc(out, '\n');
	for (int row = 0; row < v->rows; row++) {
		struct buf text = BUF_INIT;

		add_duration(latency_view_level(v, row), &text);
		buf_addf(out, "%*s ", AXIS - 1, text.p);
		for (int col = 0; col < v->cols; col++)
			text_add_utf8(
				out, shade_of(view->app->opt->ascii,
					      latency_view_cell(v, col, latency_view_level(v, row)),
					      v->most));
		buf_addc(out, '\n');
		buf_release(&text);
	}
}

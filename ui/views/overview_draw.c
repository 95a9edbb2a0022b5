/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/text.h"
#include "session/session_filter.h"
#include "views/overview_view.h"
#include "widgets/event_style.h"

enum {
	LABEL_COLS = 9,		       /* columns for names of sections */
	FIRST_COL = 1 + LABEL_COLS + 2 /* of the texts of lines */
};

static void make_heading(struct view_overview *v)
{
	buf_reset(&v->heading);
	if (!v->lines.heads)
		overview_text_add_heading(&v->text, &v->heading);
	v->columns[1].title = v->heading.p;
}

/* One column for the cursor, and two between columns. */
void overview_draw_set_cols(struct view_overview *v, int cols)
{
	v->text.cols = cols > LABEL_COLS + 3 ? (size_t)cols - LABEL_COLS - 3 : 0;
}

/* The columns at the end of a line with a spark line or a bar. */
static int picture_cols(const struct view_overview *v, const struct overview_line *line)
{
	bool has = !line->rest && overview_text_has_head(line->section);

	return has ? (int)overview_text_picture(&v->text) : 0;
}

/* The picture of the line under the cursor stays as it is, so that a step need not redraw it. */
static void keep_picture(struct view_overview *v)
{
	uint64_t row;

	v->table.kept = 0;
	if (view_table_row(&v->table, &row) && !v->table.left)
		v->table.kept = picture_cols(v, &v->lines.list.v[row]);
}

/* Are the threads and functions those of the event? */
static bool is_shown(const struct view_overview *v, size_t i)
{
	const char *shown = v->found.event.name;

	return shown && (!strcmp(shown, SHOWN_EVENT_ALL) ||
			 !strcmp(shown, overview_event_name(&v->found, i)));
}

/* The line of an event has the colour of the event; those of threads and functions have bars. */
static void draw_colours(const struct view_overview *v, const struct surface *body, int row,
			 const struct overview_line *line, bool here)
{
	int cols = (int)v->text.cols, n = picture_cols(v, line);
	enum style style = STYLE_BAR;

	if (line->section == OVERVIEW_EVENTS && !line->rest) {
		style = event_style_of_choice(v->table.view.app->rec, &v->found.event.events,
					      v->found.events.v[line->i].choice);
		n = here ? n : cols;
	}
	surface_restyle(body, row, FIRST_COL + cols - n, n, style);
}

/* Draw what a line has besides its texts. */
static void draw_signs_of(const struct view_overview *v, const struct surface *body, int row)
{
	size_t i = v->table.top + (size_t)row;
	const struct overview_line *line = &v->lines.list.v[i];
	bool here = i == v->table.cursor;

	/* A rule below the name of a section joins its lines. */
	if (!line->first && !here)
		surface_put(body, row, 1, STYLE_BORDER, "\u2502");
	if (v->table.left)
		return;
	/* A star marks the event of the threads and functions. */
	if (line->section == OVERVIEW_EVENTS && !line->rest && is_shown(v, line->i) &&
	    v->found.events.n > 1)
		surface_put(body, row, FIRST_COL - 1, STYLE_NORMAL, "*");
	draw_colours(v, body, row, line, here);
}

/* On the last line, draw the filter of the list. Returns false if there is none. */
static bool draw_filter(const struct view_overview *v, const struct surface *s)
{
	struct buf filter = BUF_INIT, text = BUF_INIT;
	bool on;

	session_filter_applied(v->table.view.app->session, &filter);
	on = filter.len;
	buf_adds(&text, "unfiltered; :count comm,tid applies the filter: ");
	text_escape_str(&text, filter.p);
	if (on)
		surface_put_left(s, s->rows - 1, 1, s->cols - 2, STYLE_DIM, text.p);
	buf_release(&filter);
	buf_release(&text);
	return on;
}

void overview_draw_lay_out(struct view_table *vt, struct surface *s)
{
	struct view_overview *v = overview_view_of(vt);

	if (draw_filter(v, s))
		*s = surface_sub(s, 0, 0, s->rows - 1, s->cols);
	v->body = (s->rows < s->grid->rows ? s->grid->rows - 1 : s->rows) - 2;
	overview_draw_set_cols(v, s->cols);
	table_columns_forget_widths(&v->table.columns);
	v->table.columns.widths[0] = LABEL_COLS;
	overview_view_make_lines(v);
	make_heading(v);
	keep_picture(v);
}

void overview_draw_signs(struct view_table *vt, const struct surface *body)
{
	const struct view_overview *v = overview_view_of(vt);

	for (int row = 0; row < body->rows && vt->top + (size_t)row < v->lines.list.n; row++)
		draw_signs_of(v, body, row);
}

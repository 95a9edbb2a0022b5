/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/chart_boxes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "views/stack_view.h"
#include "widgets/chart_layout.h"
#include "widgets/frame_match.h"
#include "widgets/framebox.h"
#include "widgets/sparkline.h"

enum {
	EIGHTHS = 8,
	NARROW_COLS = 4 /* a narrower box has no room for a name */
};

/* ---- columns ---- */

static size_t first_column(const struct chart_boxes *b, int col)
{
	return stackchart_columns(b->chart) * (size_t)col / (size_t)b->cols;
}

/* A screen with more columns than the chart shows a column of the chart several times. */
static size_t end_column(const struct chart_boxes *b, int col)
{
	size_t first = first_column(b, col), end = first_column(b, col + 1);

	return end > first ? end : first + 1;
}

struct time_range chart_boxes_range(const struct chart_boxes *b, int from, int to)
{
	return (struct time_range){
		stackchart_time(b->chart, first_column(b, from)),
		stackchart_time(b->chart, end_column(b, to)) - 1,
	};
}

struct stackchart_cell chart_boxes_cell(const struct chart_boxes *b, int from, int to)
{
	return stackchart_cell(b->chart, first_column(b, from), end_column(b, to));
}

int chart_boxes_lanes(const struct chart_boxes *b)
{
	return (int)stackchart_lanes(b->chart);
}

/* ---- where everything is ---- */

/*
 * A sample lasts until the next one, unless that comes much later than usual: then the thread was
 * not on a CPU, or no sample was taken.
 */
static void make_stacks(struct chart_boxes *b, const struct stacktree *tree)
{
	struct chart_column *columns = mem_zalloc((size_t)b->cols * sizeof(*columns));
	uint64_t longest = stackchart_interval(b->chart), last = 0;
	int before = -1;

	longest = longest > UINT64_MAX / 2 ? UINT64_MAX : 2 * longest;
	for (int i = 0; i < b->cols; i++) {
		struct stackchart_cell cell = chart_boxes_cell(b, i, i);
		bool again = i && first_column(b, i) == first_column(b, i - 1);

		if (!cell.samples)
			continue;
		columns[i] = (struct chart_column){ cell.node, again ? 0 : cell.samples };
		if (before >= 0 && cell.first - last <= longest)
			for (int k = before + 1; k < i; k++)
				columns[k].node = columns[before].node;
		last = cell.last;
		before = i;
	}
	chart_layout_make(&b->layout, tree, columns, b->cols);
	free(columns);
}

/* The part of a column during which there are spans, in eighths; > 0. */
static int eighths_of(const struct chart_boxes *b, int lane, int col)
{
	struct time_range range = chart_boxes_range(b, col, col);
	uint64_t covered = stackchart_covered(b->chart, (size_t)lane, first_column(b, col),
					      end_column(b, col));
	double part = (double)covered / (double)(range.hi - range.lo + 1);
	int eighths = (int)(part * EIGHTHS + 0.5);

	return eighths < 1 ? 1 : eighths;
}

static void make_lanes(struct chart_boxes *b)
{
	b->lanes.n = 0;
	for (int lane = 0; lane < chart_boxes_lanes(b); lane++) {
		struct lane_box *last = NULL;

		for (int i = 0; i < b->cols; i++) {
			struct stackchart_span span = stackchart_span(
				b->chart, (size_t)lane, first_column(b, i), end_column(b, i));

			if (last && last->col + last->cols == i && last->span.lo == span.lo &&
			    last->span.hi == span.hi) {
				last->cols++;
				last->eighths = 0;
			} else if (span.hi) {
				last = vec_add(&b->lanes);
				*last = (struct lane_box){ lane, i, 1, eighths_of(b, lane, i),
							   span };
			}
		}
	}
}

void chart_boxes_make(struct chart_boxes *b)
{
	make_stacks(b, stackchart_lock(b->chart));
	make_lanes(b);
	stackchart_unlock(b->chart);
}

void chart_boxes_clear(struct chart_boxes *b)
{
	b->layout.boxes.n = 0;
	b->layout.levels = 0;
	b->lanes.n = 0;
}

void chart_boxes_release(struct chart_boxes *b)
{
	flame_layout_release(&b->layout);
	vec_release(&b->lanes);
}

size_t chart_boxes_at(const struct chart_boxes *b, int line, int col)
{
	if (line >= 0)
		return chart_layout_at(&b->layout, line, col);
	for (size_t i = 0; i < b->lanes.n; i++) {
		const struct lane_box *box = &b->lanes.v[i];

		if (box->lane == line + chart_boxes_lanes(b) && col >= box->col &&
		    col < box->col + box->cols)
			return i;
	}
	return CHART_BOXES_NONE;
}

void chart_boxes_cols(const struct chart_boxes *b, int line, size_t box, int *from, int *to)
{
	bool lane = line < 0;

	*from = lane ? b->lanes.v[box].col : b->layout.boxes.v[box].col;
	*to = *from + (lane ? b->lanes.v[box].cols : b->layout.boxes.v[box].cols) - 1;
}

int chart_boxes_nearest(const struct chart_boxes *b, int line, int col)
{
	for (int away = 0; away < b->cols; away++) {
		int left = col - away, right = col + away;

		if (left >= 0 && chart_boxes_at(b, line, left) != CHART_BOXES_NONE)
			return left;
		if (right < b->cols && chart_boxes_at(b, line, right) != CHART_BOXES_NONE)
			return right;
	}
	return -1;
}

/* ---- drawing ---- */

static void draw_span(const struct chart_boxes *b, const struct surface *s,
		      const struct chart_boxes_drawing *d, size_t number)
{
	const struct lane_box *box = &b->lanes.v[number];
	struct surface cells = surface_sub(s, box->lane, d->left + box->col, 1, box->cols);
	enum style style = (enum style)(STYLE_EVENT_0 + box->lane % THEME_EVENTS);
	bool here = d->line == box->lane - chart_boxes_lanes(b) && number == d->here;
	struct buf text = BUF_INIT;

	if (box->lane >= s->rows)
		return;
	if (box->eighths && !here) {
		sparkline_add_height(&text, (size_t)box->eighths, s->grid->ascii);
		surface_put(&cells, 0, 0, style, text.p);
	} else {
		text_escape_str(&text, stacktree_name(d->tree, box->span.name));
		framebox_draw(&(struct framebox){ .name = text.p,
						  .style = style,
						  .here = here,
						  .open = true,
						  .full = true },
			      &cells);
	}
	buf_release(&text);
}

void chart_boxes_draw_lanes(const struct chart_boxes *b, const struct surface *s,
			    const struct chart_boxes_drawing *d)
{
	for (int lane = 0; d->left && lane < chart_boxes_lanes(b); lane++)
		surface_put_left(s, lane, 0, d->left - 1, STYLE_DIM,
				 stackchart_lane(b->chart, (size_t)lane));
	for (size_t i = 0; i < b->lanes.n; i++)
		draw_span(b, s, d, i);
}

static void draw_frame(const struct chart_boxes *b, const struct surface *s,
		       const struct chart_boxes_drawing *d, size_t number)
{
	const struct flame_box *box = &b->layout.boxes.v[number];
	bool edge = box->level == d->top + s->rows - 1;
	const struct framebox bar = {
		.style = box->style,
		.here = d->line == box->level && number == d->here,
		.found = frame_match_node(d->needle, d->tree, box->node),
		.open = true,
		.beyond = edge && flame_layout_goes_on(&b->layout, number) ? "\u2193" : NULL,
	};

	stack_view_draw_bar(s, box->level - d->top, d->left + box->col, box->cols, d->tree,
			    box->node, &bar);
}

/* Next to a single stack that is too narrow for names there is room for them. */
static void draw_names(const struct chart_boxes *b, const struct surface *s,
		       const struct chart_boxes_drawing *d)
{
	bool single = b->layout.boxes.n == (size_t)b->layout.levels;

	for (size_t i = 0; single && i < b->layout.boxes.n; i++) {
		const struct flame_box *box = &b->layout.boxes.v[i];
		int row = box->level - d->top, before = d->left + box->col;
		int after = before + box->cols;
		struct buf name = BUF_INIT;

		if (row < 0 || row >= s->rows || box->cols >= NARROW_COLS)
			continue;
		stack_view_name(d->tree, box->node, &name);
		if (s->cols - after >= before)
			surface_put_left(s, row, after + 1, s->cols - after - 1, STYLE_NORMAL,
					 name.p);
		else
			surface_put_right(s, row, 0, before - 1, STYLE_NORMAL, name.p);
		buf_release(&name);
	}
}

void chart_boxes_draw_stacks(const struct chart_boxes *b, const struct surface *s,
			     const struct chart_boxes_drawing *d)
{
	for (size_t i = 0; i < b->layout.boxes.n; i++)
		draw_frame(b, s, d, i);
	draw_names(b, s, d);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/chart_band.h"

#include <stdlib.h>

#include "base/mem.h"
#include "widgets/dotline.h"

/*
 * The part of a row between two heights, in eighths from its bottom: the first, and the one after
 * the last.
 */
static int part_of_row(int row, int low, int high, int *first)
{
	int bottom = row * SCALE_EIGHTHS, top = bottom + SCALE_EIGHTHS;
	int from = low > bottom ? low : bottom, to = high + 1 < top ? high + 1 : top;

	*first = from - bottom;
	return to - from;
}

/* The height of the mean, in dots of a line. */
static int mean_height(const struct scale *scale, int rows, const struct numeric_stats *stats)
{
	return scale_height(scale, rows, int128_whole(numeric_stats_mean(stats))) * DOTLINE_UP /
	       SCALE_EIGHTHS;
}

/*
 * Draw the row of a band, filled with so many eighths from the first on. At its upper edge it is
 * drawn in eighths; at its lower edge only half or nothing, because there are no other characters.
 */
static void draw_band(const struct surface *s, int row, int col, int first, int eighths)
{
	if (!grid_has_halves(s->grid))
		surface_repeat(s, row, col, 1, STYLE_BAND, s->grid->ascii ? ':' : 0x2591);
	else if (!first && eighths < SCALE_EIGHTHS)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2580 + (uint32_t)eighths);
	else if (eighths > SCALE_EIGHTHS * 3 / 4)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2588);
	else if (eighths > SCALE_EIGHTHS / 4)
		surface_repeat(s, row, col, 1, STYLE_BAND, 0x2580);
}

/*
 * The heights of the mean in dots, two for each column. A half of a column without values has the
 * mean of the whole column.
 */
static int *mean_heights(const struct bar_view *v, const struct scale *scale, int rows)
{
	int cols = v->cols * DOTLINE_ACROSS;
	int *heights = mem_alloc((size_t)cols * sizeof(*heights));

	for (int i = 0; i < cols; i++) {
		struct numeric_stats stats;

		bar_view_stats(v, i, cols, &stats);
		if (!stats.n)
			bar_view_stats(v, i / DOTLINE_ACROSS, v->cols, &stats);
		heights[i] = stats.n ? mean_height(scale, rows, &stats) : DOTLINE_NONE;
	}
	return heights;
}

static void draw_line(const struct surface *s, int row, int col, bool chosen, bool on_band,
		      uint32_t dots)
{
	surface_repeat(s, row, col, 1, chosen && on_band ? STYLE_CHOSEN_LINE : STYLE_LINE,
		       s->grid->ascii ? '=' : dots);
	if (on_band && !chosen && grid_has_halves(s->grid))
		surface_on(s, row, col, 1, STYLE_BAND);
}

/* Draw a band from the least to the greatest number, with the mean as a line. */
static void draw_column(const struct bar_view *v, const struct surface *s, int col,
			const struct scale *scale, const int *means)
{
	struct numeric_stats stats;
	size_t n = (size_t)v->cols * DOTLINE_ACROSS;
	int high, low, mean, from, to;
	bool chosen;

	bar_view_stats(v, col, v->cols, &stats);
	if (!stats.n)
		return;
	time_view_chosen(&v->tv, &from, &to);
	chosen = col >= from && col <= to;
	high = scale_height(scale, s->rows, stats.greatest);
	low = scale_height(scale, s->rows, stats.least);
	mean = mean_height(scale, s->rows, &stats) / DOTLINE_UP;
	for (int up = 0; up < s->rows; up++) {
		int row = s->rows - 1 - up, first, eighths = part_of_row(up, low, high, &first);
		uint32_t dots = s->grid->ascii ? up == mean : dotline_at(means, n, (size_t)col, up);

		if (dots)
			draw_line(s, row, col, chosen, eighths > SCALE_EIGHTHS / 2, dots);
		else if (eighths > 0)
			draw_band(s, row, col, first, eighths);
	}
}

void chart_band_draw(const struct bar_view *v, const struct surface *s, const struct scale *scale)
{
	int *means = mean_heights(v, scale, s->rows);

	for (int i = 0; i < v->cols; i++)
		draw_column(v, s, i, scale, means);
	free(means);
}

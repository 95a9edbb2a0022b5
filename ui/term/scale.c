/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/scale.h"

#include <stddef.h>

#include "base/text.h"

enum {
	LABELLED_COLS = 40, /* width from which numbers are drawn */
	TICK_ROWS = 4,	    /* between two numbers */
	TICKS = 64,	    /* numbers at most */
	LABEL_COLS = 6,	    /* at least, so that the chart does not move while counts grow */
	DIGITS = 6	    /* of a round number that are shown */
};

/* Return how often the number can be halved, with a linear fraction: an approximate logarithm. */
static double halvings(double number)
{
	double n = 0;

	while (number >= 2) {
		number /= 2;
		n++;
	}
	return n + number - 1;
}

/*
 * Return the place in the scale, from 0 to 1. A logarithmic scale begins at 1; smaller numbers are
 * moved there.
 */
static double part_of(const struct scale *scale, int128 number)
{
	int128 up = scale->logarithmic && scale->least < 1 ? 1 - scale->least : 0;
	double least = (double)(scale->least + up), greatest = (double)(scale->greatest + up);
	double at = (double)(number + up);

	if (least >= greatest)
		return 0;
	if (!scale->logarithmic)
		return (at - least) / (greatest - least);
	return (halvings(at) - halvings(least)) / (halvings(greatest) - halvings(least));
}

int scale_height(const struct scale *scale, int rows, int128 number)
{
	int eighths = rows * SCALE_EIGHTHS;

	if (number > scale->greatest)
		number = scale->greatest;
	if (number < scale->least)
		number = scale->least;
	return (int)(part_of(scale, number) * (eighths - 1) + 0.5);
}

uint64_t scale_step(uint64_t span, uint64_t most)
{
	uint64_t step = 1;

	for (unsigned i = 0; span / step > most && step < UINT64_MAX / 5; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

/* Append a round number: 200 us, 1.5 M, 40. */
static void add_label(const struct scale *scale, int128 number, struct buf *out)
{
	static const char units[] = "kMGTPE";
	double of = (double)(number < 0 ? -number : number);
	int i = -1;

	if (number < 0)
		buf_addc(out, '-');
	if (!number) {
		buf_addc(out, '0');
		return;
	}
	if (scale->time) {
		text_add_duration((uint64_t)of, DIGITS, out);
		return;
	}
	while (of >= 1000 && units[i + 1]) {
		of /= 1000;
		i++;
	}
	buf_addf(out, "%.*g", DIGITS, of);
	if (i >= 0)
		buf_addf(out, " %c", units[i]);
}

/* Find round numbers of the scale, at most `most` (> 0). */
static size_t find_ticks(const struct scale *scale, uint64_t most, int128 ticks[TICKS])
{
	int128 span = scale->greatest - scale->least, tick, step;
	size_t n = 0;

	most = most < TICKS ? most : TICKS - 1;
	if (scale->logarithmic) {
		for (tick = 1; tick <= scale->greatest && n < TICKS; tick *= 10)
			if (tick >= scale->least)
				ticks[n++] = tick;
		return n;
	}
	if (span <= 0 || span > UINT64_MAX) {
		ticks[0] = scale->greatest;
		return 1;
	}
	step = scale_step((uint64_t)span, most);
	tick = scale->least / step * step;
	for (; tick <= scale->greatest && n < TICKS; tick += step)
		if (tick >= scale->least)
			ticks[n++] = tick;
	return n;
}

int scale_draw(const struct scale *scale, const struct surface *s, int row, int rows)
{
	int128 ticks[TICKS];
	struct buf text = BUF_INIT;
	int width = LABEL_COLS, last = -TICK_ROWS;
	size_t n;

	if (s->cols < LABELLED_COLS || rows < 2)
		return 0;
	n = find_ticks(scale, (uint64_t)(rows > TICK_ROWS ? rows / TICK_ROWS : 1), ticks);
	for (size_t i = 0; i < n; i++) {
		buf_reset(&text);
		add_label(scale, ticks[i], &text);
		width = (int)text.len > width ? (int)text.len : width;
	}
	for (int i = 0; i < rows; i++)
		surface_put(s, row + i, width + 1, STYLE_DIM, "│");
	for (size_t i = 0; i < n; i++) {
		int up = scale_height(scale, rows, ticks[i]) / SCALE_EIGHTHS;

		/* On a logarithmic scale, numbers can be too close. */
		if (up - last < 2)
			continue;
		last = up;
		buf_reset(&text);
		add_label(scale, ticks[i], &text);
		surface_put_right(s, row + rows - 1 - up, 0, width + 1, STYLE_DIM, text.p);
		surface_put(s, row + rows - 1 - up, width + 1, STYLE_DIM, "┤");
	}
	buf_release(&text);
	return width + 2;
}

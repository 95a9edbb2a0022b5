/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/time_axis.h"

#include <string.h>

#include "base/buf.h"
#include "session/session_time.h"
#include "term/scale.h"

enum {
	TICK_COLS = 16 /* columns of the axis for a time */
};

/* Draw the first and the last time, if there is room. */
static void draw_ends(const struct session *session, const struct time_range *shown,
		      const struct surface *s, int row, int col, int cols)
{
	struct buf text = BUF_INIT;
	int first;

	session_time_add(session, shown->lo, &text);
	first = (int)text.len;
	surface_put(s, row, col, STYLE_DIM, text.p);
	buf_reset(&text);
	session_time_add(session, shown->hi, &text);
	if (cols > first + (int)text.len)
		surface_put(s, row, col + cols - (int)text.len, STYLE_DIM, text.p);
	buf_release(&text);
}

/* Cut zeros at the end of a fraction. True: there were at least so many. */
static bool cut_zeros(struct buf *text, int least)
{
	const char *point = strchr(text->p, '.');
	size_t len = text->len;

	while (point && text->p[text->len - 1] == '0')
		buf_truncate(text, text->len - 1);
	if (point && text->p[text->len - 1] == '.')
		buf_truncate(text, text->len - 1);
	return (int)(len - text->len) >= least;
}

/*
 * Append a time that is a multiple of a step, without the zeros at its end. False: it is not
 * shown as a round one.
 */
static bool add_round_time(const struct session *session, uint64_t time, uint64_t step,
			   struct buf *text)
{
	int zeros = 0;

	for (uint64_t n = step; n % 10 == 0; n /= 10)
		zeros++;
	session_time_add(session, time, text);
	return cut_zeros(text, zeros < 9 ? zeros : 9);
}

/*
 * Draw a round time at its column, if there is room from the free column on, which it moves. False:
 * the time is not shown as a round one.
 */
static bool draw_tick(const struct session *session, const struct surface *s, int row, int col,
		      int *free_col, uint64_t time, uint64_t step, bool below)
{
	struct buf text = BUF_INIT;
	bool round = add_round_time(session, time, step, &text);
	int end = col + 1 + (int)text.len;

	if (round && col >= *free_col && end <= s->cols) {
		*free_col = end + 1;
		surface_put(s, row, col, STYLE_DIM, below ? "\u2575" : "\u2577");
		surface_put(s, row, col + 1, STYLE_DIM, text.p);
	}
	buf_release(&text);
	return round;
}

/* The time between two ticks, which have room for their texts if the axis is not very short. */
static uint64_t tick_step(const struct session *session, const struct time_range *shown, int cols)
{
	uint64_t span = shown->hi - shown->lo;
	uint64_t step = scale_step(span, (uint64_t)cols / TICK_COLS + 1);
	struct buf text = BUF_INIT;

	add_round_time(session, shown->hi / step * step, step, &text);
	if (text.len + 2 > step * (uint64_t)cols / (span + 1) && text.len + 2 <= (size_t)cols)
		step = scale_step(span, (uint64_t)cols / (text.len + 2));
	buf_release(&text);
	return step;
}

void time_axis_draw(const struct session *session, const struct time_range *shown,
		    const struct surface *s, int row, int col, int cols, bool below)
{
	uint64_t span = shown->hi - shown->lo, step, time;
	bool round = cols > 0 && span > 0 && span < UINT64_MAX / 1024;
	int free_col = col;

	if (round) {
		step = tick_step(session, shown, cols);
		time = shown->lo / step * step;
		time += time < shown->lo ? step : 0;
		round = time <= shown->hi;
		for (; round && time <= shown->hi; time += step) {
			uint64_t at = (time - shown->lo) * (uint64_t)cols / (span + 1);

			round = draw_tick(session, s, row, col + (int)at, &free_col, time, step,
					  below);
		}
	}
	if (!round)
		draw_ends(session, shown, s, row, col, cols);
}

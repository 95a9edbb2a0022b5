/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/heat_cells.h"

#define SECOND 1000000000ull

enum {
	COLS_FEW = 20,	 /* least columns of a time of fewer seconds, */
	COLS_WIDE = 120, /* and most, also on a wider screen */
	COLS_MOST = 512	 /* of a long time */
};

/*
 * Return the first of 10, 12, 14 ... 80, 100, 120 ... that is enough; less than 10 is not rounded.
 * These numbers are close to each other, so that the columns fill a screen.
 */
static uint64_t round_time(uint64_t least)
{
	static const uint8_t steps[] = { 10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 70, 80 };
	uint64_t unit = 1;
	size_t i = 0;

	if (least < steps[0])
		return least > 0 ? least : 1;
	while (unit * steps[i] < least && unit <= UINT64_MAX / 1000) {
		i = (i + 1) % sizeof(steps);
		unit *= i ? 1 : 10;
	}
	return unit * steps[i];
}

/*
 * No column extends beyond the last possible time: the first begins earlier, or there is one column
 * less.
 */
static void end_in_time(struct heat_cells *heat)
{
	unsigned __int128 all = (unsigned __int128)heat->width * (unsigned)heat->cols;

	if (all > UINT64_MAX)
		heat->cols--;
	else if (heat->lo > UINT64_MAX - (uint64_t)(all - 1))
		heat->lo = UINT64_MAX - (uint64_t)(all - 1);
}

/*
 * A column is a second, unless that makes too few or too many columns: then a cell has a round
 * time.
 */
struct heat_cells heat_cells_of(const struct time_range *range, int cols, int rows)
{
	uint64_t span = range->hi - range->lo, n = (uint64_t)rows, parts;
	struct heat_cells heat = { .lo = range->lo, .width = SECOND };

	cols = cols < COLS_FEW ? COLS_FEW : cols > COLS_WIDE ? COLS_WIDE : cols;
	if (span < COLS_FEW * SECOND)
		heat.width = n * round_time(span / (uint64_t)cols / n + 1);
	else if (span / SECOND >= COLS_MOST)
		heat.width = n * round_time(span / (COLS_MOST - 1) / n + 1);
	heat.cols = (int)(span / heat.width) + 1;
	parts = heat.width / n < HEAT_PARTS / n ? heat.width / n : HEAT_PARTS / n;
	heat.parts = (int)(n * parts);
	end_in_time(&heat);
	return heat;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/flame_map.h"

#include "term/shades.h"

enum {
	MAP_COLS = 2,
	MAPPED_COLS = 60 /* columns of a screen that has room for the map */
};

int flame_map_cols(int before, int levels, int rows, int cols)
{
	if (cols < MAPPED_COLS)
		return 0;
	if (before)
		return levels + MAP_COLS <= rows ? 0 : before;
	return levels > rows && rows > 1 ? MAP_COLS : 0;
}

/* The number of columns that frames of a level cover. */
static uint64_t level_cols(const struct flame_layout *layout, int level)
{
	uint64_t cols = 0;

	for (size_t i = 0; i < layout->boxes.n; i++)
		if (layout->boxes.v[i].level == level)
			cols += (uint64_t)layout->boxes.v[i].cols;
	return cols;
}

void flame_map_draw(const struct flame_layout *layout, int top, bool icicle, int cols,
		    const struct surface *s)
{
	for (int i = 0; i < s->rows; i++) {
		int level = i * layout->levels / s->rows;
		int row = icicle ? i : s->rows - 1 - i;
		bool shown = level >= top && level < top + s->rows;

		surface_put(s, row, s->cols - 2, STYLE_TITLE_FOCUS, shown ? "\u2502" : " ");
		shade_draw(s, row, s->cols - 1, level_cols(layout, level), (uint64_t)cols);
	}
}

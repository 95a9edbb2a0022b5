/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/framediff.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum {
	STEPS = 3 /* in each direction */
};

/* Percentage points from which a frame has the style of a step. */
static const double steps[STEPS] = { 0.5, 2, 8 };

static const struct {
	enum style style;
	const char *text;
} legend[] = {
	{ STYLE_LESS_3, " -8 " },    { STYLE_LESS_2, " -2 " },	 { STYLE_LESS_1, " -0.5 " },
	{ STYLE_EVEN, " = " },	     { STYLE_MORE_1, " +0.5 " }, { STYLE_MORE_2, " +2 " },
	{ STYLE_MORE_3, " +8 pp " },
};

#define LEGEND (sizeof(legend) / sizeof(legend[0]))

enum style framediff_style(double points)
{
	unsigned step = 0;

	while (step < STEPS && fabs(points) >= steps[step])
		step++;
	if (!step)
		return STYLE_EVEN;
	return (enum style)((points < 0 ? STYLE_LESS_1 : STYLE_MORE_1) + step - 1);
}

void framediff_add(double points, struct buf *out)
{
	if (fabs(points) >= 0.05)
		buf_addf(out, "%+.1f", points);
}

void framediff_legend(const struct surface *row)
{
	static const char before[] = "less in the other", after[] = "more";
	/* A blank is after `before`, and one is before `after`. */
	int cols = (int)(strlen(before) + 1 + 1 + strlen(after)), col;

	for (size_t i = 0; i < LEGEND; i++)
		cols += (int)text_columns_str(legend[i].text);
	col = row->cols - cols;
	if (col < 0)
		return;
	col = surface_put(row, 0, col, STYLE_HINT, before) + 1;
	for (size_t i = 0; i < LEGEND; i++)
		col = surface_put(row, 0, col, legend[i].style, legend[i].text);
	surface_put(row, 0, col + 1, STYLE_HINT, after);
}

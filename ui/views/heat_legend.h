/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_HEAT_LEGEND_H
#define VIEWS_HEAT_LEGEND_H

#include "views/counted.h"

/* The legend of a heat map: the amounts of its colours, or of its shades. */
struct heat_legend {
	const struct counted_records *what;
	uint64_t cell; /* ns of a cell */
	uint64_t most; /* in a cell; 0: there is nothing to explain */
};

/* Append the meaning of the shades: "# 13-17  records in each 500 us". */
void heat_legend_add(const struct heat_legend *legend, bool ascii, struct buf *out);

/* Draw the legend in a row: colours if the grid has half lines, else shades. */
void heat_legend_draw(const struct heat_legend *legend, const struct surface *s, int row);

#endif

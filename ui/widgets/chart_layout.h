/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_CHART_LAYOUT_H
#define WIDGETS_CHART_LAYOUT_H

#include "widgets/flame_layout.h"

/* A column of stacks in time order. */
struct chart_column {
	uint32_t node;	  /* the end of its stack; STACK_ROOT: it has none */
	uint64_t samples; /* number of samples that the column represents */
};

/*
 * Lay out the frames of columns. Neighbouring columns share a box for a frame if they also share
 * all frames below it. Level 0 has the outermost frames. A box has the samples of its columns.
 */
void chart_layout_make(struct flame_layout *layout, const struct stacktree *tree,
		       const struct chart_column *columns, int cols);

/* Return the index of the box on a level that covers a column; SIZE_MAX: there is none. */
size_t chart_layout_at(const struct flame_layout *layout, int level, int col);

#endif

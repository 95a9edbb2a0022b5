/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_CHART_LAYOUT_H
#define WIDGETS_CHART_LAYOUT_H

#include "widgets/flame_layout.h"

/* A column of stacks in the order of time. */
struct chart_column {
	uint32_t node;	  /* where its stack ends; STACK_ROOT: it has none */
	uint64_t samples; /* whose time it is */
};

/*
 * Lay out the frames of neighbouring columns: those that share a frame and all below it have one
 * box. Level 0 has the outermost frames. The number of samples of a box is that of its columns.
 */
void chart_layout_make(struct flame_layout *layout, const struct stacktree *tree,
		       const struct chart_column *columns, int cols);

/* The number of the box of a level that has a column; SIZE_MAX: there is none. */
size_t chart_layout_at(const struct flame_layout *layout, int level, int col);

#endif

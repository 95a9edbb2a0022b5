/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_FLAME_MAP_H
#define VIEWS_FLAME_MAP_H

#include <stdbool.h>

#include "term/surface.h"
#include "widgets/flame_layout.h"

/* The map of all levels of a flame graph, for a graph with more levels than the screen has rows. */

/*
 * Return the number of columns of the map on a screen of rows and cols; 0: it is not shown. before:
 * the number of its columns so far. levels: the number of levels of the graph beside the map. With
 * the map, the graph is narrower and can have fewer levels, so a map that is shown stays until the
 * levels leave some rows empty.
 */
int flame_map_cols(int before, int levels, int rows, int cols);

/*
 * Draw the map on the right, in as many rows as there are: how much of the width of the graph,
 * which has cols columns, each level covers, with a line next to the levels on the screen. top: the
 * first of them. icicle: the base is at the top.
 */
void flame_map_draw(const struct flame_layout *layout, int top, bool icicle, int cols,
		    const struct surface *s);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHARTBOXES_H
#define VIEWS_CHARTBOXES_H

#include "analysis/stackchart.h"
#include "records/time_range.h"
#include "term/surface.h"
#include "widgets/flame_layout.h"
#include "widgets/needle.h"

#define CHARTBOXES_NONE SIZE_MAX

/* A span, or several short ones, of which it is the longest. */
struct lane_box {
	int lane, col, cols;
	struct stackchart_span span;
};

/*
 * Where the frames and spans of a stack chart are on so many columns of a screen, which can be
 * more or less than those of the chart. Lanes of spans are lines below 0, the last of them -1,
 * frames of the stacks are lines from 0 on. Zeroed but for the chart, there are none.
 */
struct chart_boxes {
	struct stackchart *chart;
	int cols; /* > 0 */
	struct flame_layout layout;
	VEC(struct lane_box) lanes;
};

/* Lay out what the chart has; forget all of it, which leaves the columns. */
void chartboxes_make(struct chart_boxes *b);
void chartboxes_clear(struct chart_boxes *b);
void chartboxes_release(struct chart_boxes *b);

int chartboxes_lanes(const struct chart_boxes *b);

/* The time of some columns of the screen, the last one included; and the samples in it. */
struct time_range chartboxes_stretch(const struct chart_boxes *b, int from, int to);
struct stackchart_cell chartboxes_cell(const struct chart_boxes *b, int from, int to);

/* The number of the box at a place, of frames or of spans; CHARTBOXES_NONE: there is none. */
size_t chartboxes_at(const struct chart_boxes *b, int line, int col);

/* The first and the last column of a box of a line. */
void chartboxes_cols(const struct chart_boxes *b, int line, size_t box, int *from, int *to);

/* The column that is nearest to one and has a box of a line; -1: there is none. */
int chartboxes_nearest(const struct chart_boxes *b, int line, int col);

struct chartboxes_drawing {
	const struct stacktree *tree;
	int left; /* columns before those of the boxes, for the names of lanes */
	int top;  /* the first line of frames */
	int line; /* of the cursor, */
	size_t here;
	const struct needle *needle; /* of names of frames */
};

void chartboxes_draw_lanes(const struct chart_boxes *b, const struct surface *s,
			   const struct chartboxes_drawing *drawing);
void chartboxes_draw_stacks(const struct chart_boxes *b, const struct surface *s,
			    const struct chartboxes_drawing *drawing);

#endif

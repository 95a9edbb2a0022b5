/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_CHART_BOXES_H
#define VIEWS_CHART_BOXES_H

#include "analysis/stackchart.h"
#include "records/time_range.h"
#include "term/surface.h"
#include "widgets/flame_layout.h"
#include "widgets/needle.h"

#define CHART_BOXES_NONE SIZE_MAX

/* A box of a lane: one span, or several short spans, of which `span` is the longest. */
struct lane_box {
	int lane, col, cols;
	int eighths; /* of its only column, which spans last; 0: it has several columns */
	struct stackchart_span span;
};

/*
 * The places of the frames and spans of a stack chart on the columns of a screen, which can be more
 * or fewer than the columns of the chart. Lanes of spans are lines below 0, the last one -1; frames
 * of stacks are lines from 0 on. If only chart is set, there are no boxes.
 */
struct chart_boxes {
	struct stackchart *chart;
	int cols; /* > 0 */
	struct flame_layout layout;
	VEC(struct lane_box) lanes;
};

/*
 * Lay out the frames and spans of the chart. Or forget the layout, but keep the number of columns.
 */
void chart_boxes_make(struct chart_boxes *b);
void chart_boxes_clear(struct chart_boxes *b);
void chart_boxes_release(struct chart_boxes *b);

int chart_boxes_lanes(const struct chart_boxes *b);

/* The time of some screen columns, the last one included. And the samples in this time. */
struct time_range chart_boxes_range(const struct chart_boxes *b, int from, int to);
struct stackchart_cell chart_boxes_cell(const struct chart_boxes *b, int from, int to);

/* The number of the box at a place, among frames or spans. CHART_BOXES_NONE: there is none. */
size_t chart_boxes_at(const struct chart_boxes *b, int line, int col);

/* Get the first and the last column of a line's box. */
void chart_boxes_cols(const struct chart_boxes *b, int line, size_t box, int *from, int *to);

/* The nearest column with a box on a line. -1: there is none. */
int chart_boxes_nearest(const struct chart_boxes *b, int line, int col);

struct chart_boxes_drawing {
	const struct stacktree *tree;
	int left; /* columns before the boxes, for names of lanes */
	int top;  /* the first line of frames */
	int line; /* the cursor's line, */
	size_t here;
	const struct needle *needle;
};

void chart_boxes_draw_lanes(const struct chart_boxes *b, const struct surface *s,
			    const struct chart_boxes_drawing *drawing);
void chart_boxes_draw_stacks(const struct chart_boxes *b, const struct surface *s,
			     const struct chart_boxes_drawing *drawing);

#endif

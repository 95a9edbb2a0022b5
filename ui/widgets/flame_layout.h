/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FLAME_LAYOUT_H
#define WIDGETS_FLAME_LAYOUT_H

#include <stdbool.h>

#include "base/vec.h"
#include "stack/stacktree.h"
#include "term/theme.h"

/* Callees of a frame that are narrower than a column, and have no column of their own. */
struct flame_narrow {
	size_t frames;
	struct stack_weight total;
	bool drawn; /* one box, of one column, stands for all of them */
};

/*
 * The places of the frames of a tree of stacks on a screen. The width of a node is its part of the
 * whole. Children are on top of their parent, sorted by name. If narrow children leave a column of
 * their parent free, one column to the right of the others is for all of them: its box has the
 * widest.
 */
struct flame_box {
	uint32_t node;
	size_t below; /* index of the parent's box; the first box has its own */
	int level;    /* above the node that fills the screen; 0: that node */
	int col, cols;
	/* the eighths of its column that the narrow callees fill together; 0: it is not theirs */
	int eighths;
	struct stack_weight self, total;
	struct flame_narrow narrow; /* of its own callees */
	/* for the kind of its code, with eighths as text on the terminal's background; or for a
	 * difference */
	enum style style;
};

struct flame_layout {
	VEC(struct flame_box)
	boxes; /* each box after its parent, the boxes of a level from left to right */
	int levels;
};

/* Make it. base: the node that fills the screen. weighed: widths show weights, not samples. */
void flame_layout_make(struct flame_layout *layout, const struct stacktree *tree, uint32_t base,
		       bool weighed, int cols);

/*
 * The same for a tree of two recordings (stack/stackdiff.h): widths are the means of both shares,
 * and styles show the difference (widgets/framediff.h).
 */
void flame_layout_make_both(struct flame_layout *layout, const struct stacktree *tree,
			    uint32_t base, int cols);
void flame_layout_release(struct flame_layout *layout);

/* Return the index of a node's box, or of the nearest ancestor with a box. There must be a box. */
size_t flame_layout_find(const struct flame_layout *layout, const struct stacktree *tree,
			 uint32_t node);

/*
 * Go from a box to another one: to the widest box on top of it (level 1) or the box below it (level
 * -1); or on its level to the next box on the right (side 1) or left (side -1). Returns the same
 * box if there is none.
 */
size_t flame_layout_level(const struct flame_layout *layout, size_t box, int level);
size_t flame_layout_side(const struct flame_layout *layout, size_t box, int side);

/* Is there a box on top of it? */
bool flame_layout_goes_on(const struct flame_layout *layout, size_t box);

/* Is a column free after the box, on a screen of cols columns? */
bool flame_layout_is_open(const struct flame_layout *layout, size_t box, int cols);

#endif

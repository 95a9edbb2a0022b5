/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FLAME_LAYOUT_H
#define WIDGETS_FLAME_LAYOUT_H

#include <stdbool.h>

#include "base/vec.h"
#include "stack/stacktree.h"
#include "term/theme.h"

/*
 * Where the frames of a tree of stacks are on a screen: each node is as wide as its part of the
 * whole, its children stand on it, by their names. What is narrower than a column is not there.
 */
struct flame_box {
	uint32_t node;
	size_t below; /* number of the parent's box; of the first its own */
	int level;    /* above the node that is all of the screen, 0: that node */
	int col, cols;
	struct stack_weight self, total;
	enum style style; /* of the kind of its code */
};

struct flame_layout {
	VEC(struct flame_box)
	boxes; /* each after its parent, those of a level from left to right */
	int levels;
};

/* base: the node that is all of the screen. weighed: by weight, not by samples. */
void flame_layout_make(struct flame_layout *layout, const struct stacktree *tree, uint32_t base,
		       bool weighed, int cols);
void flame_layout_release(struct flame_layout *layout);

/* The number of a node's box, or of the nearest below it that is there. There is a box. */
size_t flame_layout_find(const struct flame_layout *layout, const struct stacktree *tree,
			 uint32_t node);

/*
 * From a box to another: the widest on it (level 1), the one below it (-1); on its level the next
 * on the right (side 1) or left (-1). The same one where there is none.
 */
size_t flame_layout_level(const struct flame_layout *layout, size_t box, int level);
size_t flame_layout_side(const struct flame_layout *layout, size_t box, int side);

#endif

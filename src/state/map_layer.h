/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_MAP_LAYER_H
#define STATE_MAP_LAYER_H

#include "base/vec.h"
#include "state/space.h"

/* The visible part of a region. */
struct map_part {
	struct region region;
	uint64_t start, end;
};

/* What is visible of one or more generations of processes, in order of addresses. */
struct map_layer {
	VEC(struct map_part) parts;
};

/* Append a part; for space_each(), with a layer as its argument. */
bool map_layer_add(void *layer, const struct region *region, uint64_t start, uint64_t end);

/* Append the child's parts to an empty layer, and the parent's parts between them. */
void map_layer_put_over(struct map_layer *out, const struct map_layer *child,
			const struct map_layer *parent);

#endif

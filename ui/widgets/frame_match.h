/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIDGETS_FRAME_MATCH_H
#define WIDGETS_FRAME_MATCH_H

#include "stack/stacktree.h"
#include "widgets/flame_layout.h"
#include "widgets/needle.h"

/* Searches for the text of a needle in the names of frames. */

/* Does the name of a node's frame match? False without a text, and for the root. */
bool frame_match_node(const struct needle *needle, const struct stacktree *tree, uint32_t node);

/*
 * Return the next box with a matching frame, after (1) or before (-1) the box `from`. The search
 * continues at the other end. layout->boxes.n: no box matches.
 */
size_t frame_match_next(const struct needle *needle, const struct flame_layout *layout,
			const struct stacktree *tree, size_t from, int dir);

#endif

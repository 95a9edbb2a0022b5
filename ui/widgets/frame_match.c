/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/frame_match.h"

#include <string.h>

bool frame_match_node(const struct needle *needle, const struct stacktree *tree, uint32_t node)
{
	const char *name;

	if (!needle->typed || node == STACK_ROOT)
		return false;
	name = stacktree_name(tree, stacktree_node(tree, node)->frame);
	return needle_matches(needle, name, strlen(name));
}

size_t frame_match_next(const struct needle *needle, const struct flame_layout *layout,
			const struct stacktree *tree, size_t from, int dir)
{
	size_t n = layout->boxes.n;

	for (size_t i = 1; i <= n; i++) {
		size_t at = dir > 0 ? (from + i) % n : (from + n - i) % n;

		if (frame_match_node(needle, tree, layout->boxes.v[at].node))
			return at;
	}
	return n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_TILES_H
#define TESTS_TILES_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire/tree.h"

/* The last problem, as text. */
__attribute__((format(printf, 1, 2))) static inline const char *say(const char *fmt, ...)
{
	static char wrong[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(wrong, sizeof(wrong), fmt, ap);
	va_end(ap);
	return wrong;
}

/* Is each byte of a record of len bytes in exactly one leaf of its tree? NULL, or the problem. */
static inline const char *tiles_wrong(const struct tree *tree, size_t len)
{
	static uint8_t owners[1 << 17];

	if (len > sizeof(owners))
		return say("%zu bytes are more than can be looked at", len);
	memset(owners, 0, len);
	for (size_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (!tree_is_leaf(node))
			continue;
		if (node->off > len || node->len > len - node->off)
			return say("leaf %zu %s is bytes %u+%u of %zu", i, tree_label(tree, node),
				   node->off, node->len, len);
		for (uint32_t at = node->off; at < node->off + node->len; at++)
			if (owners[at]++)
				return say("byte %u is in two leaves, the second is %zu %s", at, i,
					   tree_label(tree, node));
	}
	for (size_t at = 0; at < len; at++)
		if (!owners[at])
			return say("byte %zu of %zu is in no leaf", at, len);
	return NULL;
}

#endif

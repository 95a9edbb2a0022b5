/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_SANDWICH_CONDITION_H
#define VIEWS_SANDWICH_CONDITION_H

#include "base/buf.h"
#include "stack/stacktree.h"

/*
 * Append the condition of a filter for the records of a node in a sandwich: a regular expression
 * for the frames between the node and the function. tree: that of the callers or the callees.
 * inlined: inlined functions are frames. False: no filter can select the node.
 */
bool sandwich_condition_add(const struct stacktree *tree, uint32_t node, bool callers,
			    const char *function, bool inlined, struct buf *out);

#endif

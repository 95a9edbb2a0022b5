/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TREE_VALUE_H
#define WIRE_TREE_VALUE_H

#include "base/buf.h"
#include "wire/tree.h"

/*
 * Append a node's value as escaped text: names of enums and masks, hex, seconds, text, the first
 * bytes of long data, "5 frames" for a list.
 */
void tree_value(const struct tree *tree, const struct tree_node *node, struct buf *out);

/*
 * If tree_value() shows a name for a node, append the recorded number. For other nodes, append
 * nothing.
 */
void tree_value_raw(const struct tree_node *node, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKPLACE_H
#define STACK_STACKPLACE_H

#include "base/buf.h"

struct chain_frame;
struct reader;
struct row_info;

/*
 * Append a text that replaces the file of a row's frame in a tree of stacks; frames of the same
 * name with different texts are then different frames. Called while the tree is locked.
 */
typedef void stackplace_fn(void *arg, struct reader *reader, const struct row_info *info,
			   const struct chain_frame *frame, struct buf *out);

#endif

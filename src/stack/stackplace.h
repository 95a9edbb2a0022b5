/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKPLACE_H
#define STACK_STACKPLACE_H

#include "base/buf.h"

struct chain_frame;
struct reader;
struct row_info;

/*
 * Append what a frame of a row has in a tree of stacks in place of the file that it is in, so that
 * those of one name are different ones where this is. Called while the tree is locked.
 */
typedef void stackplace_fn(void *arg, struct reader *reader, const struct row_info *info,
			   const struct chain_frame *frame, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_INLINES_H
#define STACK_INLINES_H

#include <stdatomic.h>

#include "recording/symbols.h"
#include "stack/chain.h"

/*
 * Find the functions that were inlined at a frame of a row's stack, from debug information. They
 * are in source->v, innermost first. The last element of source->v is not inlined: it is the
 * function of the symbol, which has code of its own. If the reader waits, this function waits, but
 * not after *stop becomes true (stop NULL: no limit). The result is valid until the reader's next
 * question about source lines. Returns the number of inlined functions.
 */
uint32_t inlines_find(struct reader *reader, const struct row_info *info,
		      const struct chain_frame *frame, const _Atomic bool *stop,
		      struct symbols_source *source);

/* Append the name of an inlined function, in the form of framename_add(). */
void inlines_add_name(const struct source_frame *function, struct buf *out);

#endif

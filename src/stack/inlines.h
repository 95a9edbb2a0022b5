/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_INLINES_H
#define STACK_INLINES_H

#include <stdatomic.h>

#include "recording/symbols.h"
#include "stack/chain.h"

/*
 * The functions that were inlined where a frame of a row's stack is, by its debug information: all
 * of source->v but the last, innermost first; the last has code of its own, and is what the symbol
 * names. Where the
 * reader waits it does, but no longer than until *stop (NULL: nobody stops it). Good until
 * the reader's next question about source lines. How many there are.
 */
uint32_t inlines_find(struct reader *reader, const struct row_info *info,
		      const struct chain_frame *frame, const _Atomic bool *stop,
		      struct symbols_source *source);

/* Append the name of one, as framename_add() has that of the frame. */
void inlines_add_name(const struct source_frame *function, struct buf *out);

#endif

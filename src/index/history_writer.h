/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_HISTORY_WRITER_H
#define INDEX_HISTORY_WRITER_H

#include "index/build_pool.h"
#include "index/container.h"

/*
 * Writes the entries of a history (index/history.h) to an index, as compressed pieces. The threads
 * of a build compress pieces while the builder adds the next entries. The output depends only on
 * the entries, not on the number and the timing of the threads. All functions are for the builder.
 */
struct history_writer;

/* entry: bytes of an entry. The fences of the pieces are appended to a buffer. */
struct history_writer *history_writer_open(size_t entry, struct container *container,
					   struct buf *fences, struct build_pool *pool);

/* Add the next entry, in order. Returns an error if a piece could not be written. */
int history_writer_add(struct history_writer *writer, const void *entry);

/* Write the rest, and free the writer. Returns the first error. */
int history_writer_close(struct history_writer *writer, struct err *err);

#endif

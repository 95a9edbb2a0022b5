/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_SIZE_H
#define INDEX_SIZE_H

#include "index/index_private.h"

/*
 * The size of an index is bounded by that of the recording: 64 MiB and 8 % of its bytes and of what
 * they inflate to; what was inflated, which the index holds in pieces, is not counted. An index
 * that becomes larger, which only recordings that are made for it need, is not kept: it goes on in
 * a file without a name. For the thread that writes it.
 */
void size_add_frame(struct index *index, const struct frame_entry *entry);

/* Returns ERR_IO if there is no room for such a file. */
int size_check(struct index *index, struct err *err);

/* The same if all tables together are larger than a reader accepts. */
int size_check_tables(struct index *index, uint64_t bytes, struct err *err);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INDEX_SIZE_H
#define INDEX_SIZE_H

#include "index/index_private.h"

/*
 * The size of an index is limited to 64 MiB plus 8 % of the recording's bytes and of their inflated
 * bytes. Inflated data that the index stores in pieces do not count. Only recordings that were
 * crafted to exceed the limit do so; their index is not kept, and continues in a file without a
 * name. For the thread that writes the index.
 */
void size_add_frame(struct index *index, const struct frame_entry *entry);

/* Check the limit. Returns ERR_IO if there is no room for a file without a name. */
int size_check(struct index *index, struct err *err);

/* Check also that all tables together are not larger than a reader accepts. */
int size_check_tables(struct index *index, uint64_t bytes, struct err *err);

#endif

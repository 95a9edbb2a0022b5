/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANSTORE_H
#define SPANS_SPANSTORE_H

#include "recording/recording.h"
#include "spans/spanblock.h"
#include "spans/spannames.h"

/*
 * The complete spans of a recording: packed by block (spans/spanblock.h), in a file that is kept
 * with the index or in a file without a name. doc/index-format.md describes the bytes. For any
 * thread.
 */
struct spanstore;

/*
 * Make a store from a filled table, whose spans have the kinds 1 to kinds. If keep is true, the
 * index is kept, and there are many spans, the store is kept with the index. On success the store
 * owns names. NULL: there is no room, or *stop has become true.
 */
struct spanstore *spanstore_make(struct recording *recording, const struct spantable *table,
				 struct spannames *names, uint32_t kinds, bool keep,
				 const _Atomic bool *stop);

/* Open the store that is kept with the index. NULL: there is none, or it does not match. */
struct spanstore *spanstore_open(struct recording *recording);

/* Remove the file of the store. */
void spanstore_discard(struct spanstore *store);
void spanstore_close(struct spanstore *store);

const struct spannames *spanstore_names(const struct spanstore *store);

/*
 * Get the spans of a block; return it with spanstore_put(). NULL: the file was damaged after it was
 * opened.
 */
const struct spanblock *spanstore_get(struct spanstore *store, uint64_t number);
void spanstore_put(struct spanstore *store, const struct spanblock *block);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANSTORE_H
#define SPANS_SPANSTORE_H

#include "recording/recording.h"
#include "spans/spanblock.h"
#include "spans/spannames.h"

/*
 * The spans of a recording when they are made: packed by its blocks (spans/spanblock.h), in a file
 * that is kept with the index, or in one without a name. doc/index-format.md describes the bytes.
 * For any thread.
 */
struct spanstore;

/*
 * Make one of a filled table of spans, which are of the first kinds kinds. With keep they are kept
 * with the index, where that is kept and they are many. Names are the store's when it was made.
 * NULL: there is no room for them, or *stop has become true.
 */
struct spanstore *spanstore_make(struct recording *recording, const struct spantable *table,
				 struct spannames *names, uint32_t kinds, bool keep,
				 const _Atomic bool *stop);

/* Open the one that is kept with the index. NULL: there is none, or it is not believed. */
struct spanstore *spanstore_open(struct recording *recording);

/* Remove the file that it is kept in. */
void spanstore_discard(struct spanstore *store);
void spanstore_close(struct spanstore *store);

const struct spannames *spanstore_names(const struct spanstore *store);

/* The spans of a block, to be put back. NULL: the file was damaged since it was opened. */
const struct spanblock *spanstore_get(struct spanstore *store, uint64_t number);
void spanstore_put(struct spanstore *store, const struct spanblock *block);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANPAIR_H
#define SPANS_SPANPAIR_H

#include <stdatomic.h>

#include "base/buf.h"
#include "recording/reader.h"
#include "spans/spankind.h"

/*
 * A kind of span that a user has defined. A higher layer knows which records begin and end its
 * spans, and their keys; this is the first member of a struct of that layer.
 */
struct spanpair {
	struct span_kind kind; /* name, scope and again; the other members are unused */
	/* Make a state for one thread. The reader must outlive it. */
	void *(*open)(const struct spanpair *pair, struct reader *reader, const _Atomic bool *stop);
	void (*close)(void *state);
	/* Set the bits of the rows of a block that begin spans, and of those that end spans. */
	void (*match)(void *state, uint64_t block, uint64_t *begins, uint64_t *ends);
	/*
	 * Get the key of a row that begins or ends a span. Returns false if the row lacks a field.
	 */
	bool (*key)(void *state, const struct row_info *info, bool begins, uint64_t key[2]);
	/* Append the name of the span that a row begins. */
	void (*name)(void *state, const struct row_info *info, struct buf *out);
	void (*free)(struct spanpair *pair);
};

/* Return the thread of a record, as a part of a key. */
uint64_t spanpair_thread(const struct row_info *info);

#endif

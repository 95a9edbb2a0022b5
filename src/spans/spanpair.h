/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SPANPAIR_H
#define SPANS_SPANPAIR_H

#include <stdatomic.h>

#include "base/buf.h"
#include "recording/reader.h"
#include "spans/spankind.h"

/*
 * Spans that somebody has defined: which records begin and end them, and of which keys, is what a
 * layer above this one knows. The first member of a struct of that layer.
 */
struct spanpair {
	struct span_kind kind; /* its name, scope, again; the rest is not used */
	/* A state for one thread; the reader outlives it. */
	void *(*open)(const struct spanpair *pair, struct reader *reader, const _Atomic bool *stop);
	void (*close)(void *state);
	/* Set the bits of the rows of a block that begin spans, and of those that end some. */
	void (*match)(void *state, uint64_t block, uint64_t *begins, uint64_t *ends);
	/* The key of a row that begins a span, or ends one. False: it lacks a field. */
	bool (*key)(void *state, const struct row_info *info, bool begins, uint64_t key[2]);
	/* Append the name of the span that a row begins. */
	void (*name)(void *state, const struct row_info *info, struct buf *out);
	void (*free)(struct spanpair *pair);
};

/* Whose record it is, as part of a key. */
uint64_t spanpair_thread(const struct row_info *info);

#endif

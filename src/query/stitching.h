/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STITCHING_H
#define QUERY_STITCHING_H

#include "query/watcher.h"
#include "recording/reader.h"
#include "wire/stitch.h"

/*
 * The way that a sample's branch stack tells, gone on with in those of the samples before of the
 * same thread (wire/stitch.h): found by a thread of its own, which waits for the index.
 * Functions are for one thread.
 */
struct stitching;

enum {
	STITCHING_SAMPLES = 256,  /* that are stitched together at most, */
	STITCHING_BRANCHES = 1024 /* until they have so many branches */
};

/* Why there is no more. */
enum stitching_end {
	STITCHING_FIRST,  /* there is no such sample before */
	STITCHING_BROKEN, /* the one before has nothing in common */
	STITCHING_FULL,	  /* this is enough */
	STITCHING_CALLS,  /* the stack is one of calls, which is no way */
	STITCHING_NONE /* the record has no branches or no thread; or the index is not complete */
};

struct stitching_way {
	struct stitch stitch; /* its samples are named by their rows */
	enum stitching_end end;
	uint64_t before; /* STITCHING_BROKEN: the row of that sample */
};

/* Begin with a row. wake is called from the thread at the end; the recording outlives it. */
struct stitching *stitching_start(struct recording *recording, const struct row_info *row,
				  struct watcher *watcher);

/* Stop it, and forget what it found. */
void stitching_free(struct stitching *stitching);

/* The way, once it is found, until it is forgotten. NULL: not yet. */
const struct stitching_way *stitching_get(const struct stitching *stitching);

#endif

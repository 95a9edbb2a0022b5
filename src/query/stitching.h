/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_STITCHING_H
#define QUERY_STITCHING_H

#include "query/watcher.h"
#include "recording/reader.h"
#include "wire/stitch.h"

/*
 * The branch path of a sample, continued with the branch stacks of the previous samples of its
 * thread (wire/stitch.h). A background thread finds it, after the index is complete. Functions are
 * for one thread.
 */
struct stitching;

enum {
	STITCHING_SAMPLES = 256,  /* the most samples that are combined */
	STITCHING_BRANCHES = 1024 /* stop when the path has this number of branches */
};

/* The reason why the path ends. */
enum stitching_end {
	STITCHING_FIRST,  /* there is no previous sample */
	STITCHING_BROKEN, /* the previous sample has no branch in common */
	STITCHING_FULL,	  /* one of the limits is reached */
	STITCHING_CALLS,  /* the stack is one of calls (LBR call stack), not a path */
	STITCHING_NONE	  /* the record has no branches or no thread, or the index is incomplete */
};

struct stitching_path {
	struct stitch stitch; /* samples are identified by their rows */
	enum stitching_end end;
	uint64_t before; /* STITCHING_BROKEN: the row of the previous sample */
};

/*
 * Start with the sample of a row. The watcher is woken at the end; the recording outlives it.
 */
struct stitching *stitching_start(struct recording *recording, const struct row_info *row,
				  struct watcher *watcher);

/* Stop it, and free its result. */
void stitching_free(struct stitching *stitching);

/* The result, valid until stitching_free(); NULL: not found yet. */
const struct stitching_path *stitching_get(const struct stitching *stitching);

#endif

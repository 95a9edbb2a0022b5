/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PROFILE_CALLS_H
#define OUT_PROFILE_CALLS_H

#include "base/err.h"
#include "stack/stacktree.h"

/*
 * The calls of threads, in order of their beginning, each with its caller. The caller of a call is
 * the call of its thread that began last and still lasts, unless the task's name has changed since.
 * A call path has the names of these calls.
 */
struct profile_call {
	uint32_t thread, comm;
	uint64_t begin, dur;
	uint64_t begin_row, end_row; /* as samples */
	uint32_t flags;		     /* of a span: not 0 if it has no end */
	uint64_t depth;		     /* in the stack of a sample, from 1; 0: it is a span */
	uint32_t name;		     /* a frame */
};

struct profile_calls_one {
	struct profile_call call;
	uint64_t id;	      /* from 1, in this order */
	uint64_t parent;      /* its caller; 0: none */
	uint32_t path;	      /* a node of the tree */
	uint32_t parent_path; /* the node above it */
};

struct profile_calls;

/* dir: the folder for an unnamed file if there are many calls. Paths are added to tree. */
struct profile_calls *profile_calls_open(const char *dir, struct stacktree *tree);
void profile_calls_close(struct profile_calls *calls);

int profile_calls_add(struct profile_calls *calls, const struct profile_call *call,
		      struct err *err);

/* All calls are added: they follow, by thread, then by time. */
int profile_calls_finish(struct profile_calls *calls, struct err *err);

/* The next call: 1, 0 at the end, or an error code. */
int profile_calls_next(struct profile_calls *calls, struct profile_calls_one *one, struct err *err);

#endif

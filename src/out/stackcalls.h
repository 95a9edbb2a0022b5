/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_STACKCALLS_H
#define OUT_STACKCALLS_H

#include "base/err.h"
#include "stack/stacktree.h"

/*
 * Calls that the stacks of consecutive samples of a thread show. A call begins with the first
 * sample whose stack has it. It ends with the first sample whose stack does not, because the stack
 * has another function there or is shorter. Two calls of a function from the same caller between
 * two samples are one call here. A branch stack has only the newest calls: if its outermost frame
 * is not the outermost of the previous stack, the calls around that frame still last. A sample
 * without frames shows nothing. For one thread.
 */
struct stackcalls;

/* A sample with its stack. The caller chooses thread, comm and id; id is not 0. time: in ns. */
struct stackcalls_sample {
	uint32_t thread, comm;
	uint64_t time, id;
	uint32_t node; /* of the tree; the node of depth 1 is the task */
};

struct stackcall {
	uint32_t thread, comm; /* comm: of the first sample that shows it */
	uint32_t frame, depth; /* depth: 1 for the outermost */
	uint64_t begin, end;
	uint64_t begin_id, end_id; /* of the samples at these times; end_id is 0 without an end */
	bool no_begin;		   /* the first sample of the thread shows it */
	/* the thread's last sample, or its last one before its name changed, shows it */
	bool no_end;
};

/* dir: the folder for an unnamed file if there are many samples. The tree outlives it. */
struct stackcalls *stackcalls_open(const char *dir, const struct stacktree *tree);
void stackcalls_close(struct stackcalls *calls);

/* Add samples in any order. Returns 0 or an error code. */
int stackcalls_add(struct stackcalls *calls, const struct stackcalls_sample *sample,
		   struct err *err);

/* After all samples were added: prepare stackcalls_next(). Returns 0 or an error code. */
int stackcalls_finish(struct stackcalls *calls, struct err *err);

/* The next call, by thread: 1, 0 at the end, or an error code. */
int stackcalls_next(struct stackcalls *calls, struct stackcall *call, struct err *err);

#endif

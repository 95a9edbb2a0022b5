/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_CHAIN_H
#define STACK_CHAIN_H

#include "base/vec.h"
#include "recording/field_offsets.h"
#include "recording/reader.h"
#include "wire/branches.h"
#include "wire/schema.h"

/*
 * The whole stack of a sample, as in perf script: the entries of its call chain, including context
 * markers (linux/perf_event.h, enum perf_callchain_context). After the kernel's entries come the
 * user frames that unwinding finds, or the calls in the branch stack if it was recorded as a call
 * stack (PERF_SAMPLE_BRANCH_CALL_STACK). A sample without a call chain has only its ip. For one
 * thread.
 */
struct chain_frame {
	uint64_t ip;
	enum cpumode mode; /* mode of the code at the address */
	bool is_return;	   /* it is a return address */
};

/* The source of the entries of a sample's stack. */
enum chain_source {
	CHAIN_IP,      /* its ip, because it has no readable call chain */
	CHAIN_ENTRIES, /* its call chain */
	CHAIN_UNWOUND, /* its call chain, with unwound user frames */
	CHAIN_CALLS    /* its call chain, with user frames from the branch stack */
};

struct chain {
	struct reader *reader;
	struct field_offsets places;
	VEC(uint64_t) words; /* of the last sample, innermost first */
	enum chain_source source;
	bool cut;	   /* unwinding did not find all user frames */
	enum cpumode mode; /* of words before the first marker */
	VEC(struct chain_frame) frames;
	struct branches branches; /* of a stack of calls */
};

void chain_init(struct chain *chain, struct reader *reader);
void chain_release(struct chain *chain);

/* Do such samples have a branch stack that is a call stack? */
bool chain_has_calls(const struct layout *layout);

/* Can such samples have user frames that are not in the call chain? */
bool chain_adds_frames(const struct layout *layout);

/* Read the words of a row. Returns false if it is not a sample. */
bool chain_read(struct chain *chain, const struct row_info *info);

/*
 * Make the frames of the words. There are none if perf rejects the chain because of a guest's
 * marker or an unknown one. If the stack was cut, the last frame has an address of all ones.
 */
void chain_frames(struct chain *chain);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_CHAIN_H
#define STACK_CHAIN_H

#include "base/vec.h"
#include "recording/field_offsets.h"
#include "recording/reader.h"
#include "wire/branches.h"
#include "wire/schema.h"

/*
 * The whole stack of a sample as perf script knows it: the entries of its call chain, context
 * markers among them (linux/perf_event.h, enum perf_callchain_context); behind those of the kernel
 * the user frames that unwinding finds, or the calls that the branch stack has where it was
 * recorded as a stack of calls (PERF_SAMPLE_BRANCH_CALL_STACK). Of a sample without a call chain
 * its ip alone. One thread's.
 */
struct chain_frame {
	uint64_t ip;
	enum cpumode mode; /* of what the address is */
	bool caller;	   /* a return address */
};

/* The source of a sample's words. */
enum chain_source {
	CHAIN_IP,      /* its ip: it has no readable call chain */
	CHAIN_ENTRIES, /* the call chain of the record */
	CHAIN_UNWOUND, /* its user frames were unwound */
	CHAIN_CALLS    /* its user frames come from the branch stack */
};

struct chain {
	struct reader *reader;
	struct field_offsets places;
	VEC(uint64_t) words; /* of the last sample that was read, innermost first */
	enum chain_source source;
	bool cut;	   /* unwinding did not find all user frames */
	enum cpumode mode; /* of words before the first marker */
	VEC(struct chain_frame) frames;
	struct branches branches; /* of a stack of calls */
};

void chain_init(struct chain *chain, struct reader *reader);
void chain_release(struct chain *chain);

/* Is the branch stack of such samples one of calls? */
bool chain_has_calls(const struct layout *layout);

/* Can such samples have user frames that are not in the record's call chain? */
bool chain_adds_frames(const struct layout *layout);

/* Read the words of a row. Returns false if it is not a sample. */
bool chain_read(struct chain *chain, const struct row_info *info);

/*
 * The frames of these words; none where perf gives a chain up: a guest is marked, or something
 * that it does not know. Of a stack that was cut the last is at an address of all ones.
 */
void chain_frames(struct chain *chain);

#endif

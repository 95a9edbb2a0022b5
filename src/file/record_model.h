/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_MODEL_H
#define FILE_RECORD_MODEL_H

#include <stdbool.h>

#include "file/attr.h"
#include "file/record_event.h"
#include "wire/regs.h"

/*
 * A model of what perf record makes of its options: evsel__config() and evlist__config() of perf
 * 6.1 (util/evsel.c, util/record.c). It answers the opposite question: which options make the attrs
 * of a recording?
 */
enum record_target {
	TARGET_COMMAND,
	TARGET_ALL_CPUS,
	TARGET_PROCESS,
	TARGET_DELAYED /* a command whose events are enabled later */
};

/* One event and what the model expects of it. */
struct planned {
	const struct attr *attr; /* as recorded */
	struct attr expected;	 /* as the plan's options make it */
	uint32_t leader;	 /* its own number if it is in no group */
	uint32_t members;	 /* of a leader: members with itself */
	unsigned terms;		 /* enum event_term */
};

struct record_plan {
	struct planned *v;
	size_t n;
	enum regs_arch arch;
	enum record_target target;
	size_t tracker;	      /* number of the event that tracks tasks and mappings for all */
	bool added;	      /* perf added the last event, for tracking */
	bool pipe;	      /* written to standard output */
	bool awake;	      /* the tracking event is enabled from the start */
	uint64_t flags_known; /* flags that perf and the kernel knew when they recorded */
	uint64_t on;	      /* options taken: bits by their number in record_model_option() */
	bool rate_given;      /* -F or -c */
	bool freq;
	bool no_samples; /* -n */
	uint64_t rate;
	struct callgraph callgraph;
	bool kernel_chains, user_chains;
	bool all_user, all_kernel;
	uint64_t regs_user, regs_intr, branches;
	bool use_clockid;
	int32_t clockid;
};

/* Options without a value, by their number in plan->on. NULL after the last one. */
const char *record_model_option(size_t row);

/* Does a mask have all registers that a stack dump needs? */
bool record_model_all_regs(const struct record_plan *plan, uint64_t mask);

/* Did perf add the event, or is it in a group whose leader samples for it? */
bool record_model_follows(const struct record_plan *plan, size_t i);

/*
 * Fill in the member expected: record_model_event() of one event, without the bits for ids;
 * record_model_all() of all events.
 */
void record_model_event(const struct record_plan *plan, size_t i);
void record_model_all(struct record_plan *plan);

/* The number of differences between the recorded and the expected attr. */
unsigned record_model_distance(const struct planned *event);

/* Append the differences as one line. */
void record_model_differences(struct buf *line, const struct planned *event);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_MODEL_H
#define FILE_RECORD_MODEL_H

#include <stdbool.h>

#include "file/attr.h"
#include "file/record_event.h"
#include "wire/regs.h"

/*
 * What perf record makes of its options: a model of evsel__config() and
 * evlist__config() in perf 6.1 (util/evsel.c, util/record.c). It is asked the other
 * way round: which options make these attrs?
 */
enum record_target {
	TARGET_COMMAND,
	TARGET_ALL_CPUS,
	TARGET_PROCESS,
	TARGET_DELAYED /* a command, whose events begin later */
};

/* One event of a plan. */
struct planned {
	const struct attr *attr; /* in the recording */
	struct attr expected;	 /* what the plan gives it */
	uint32_t leader;	 /* its own number when it is in no group */
	uint32_t members;	 /* of a leader: with itself */
	unsigned terms;		 /* enum event_term */
};

struct plan {
	struct planned *v;
	size_t n;
	enum regs_arch arch;
	enum record_target target;
	size_t tracker;	      /* the event that tracks tasks and mappings for all */
	bool added;	      /* perf added the last event, to track */
	bool pipe;	      /* written to standard output */
	bool awake;	      /* the tracking event is enabled from the beginning */
	uint64_t flags_known; /* bits that the writer's perf and kernel knew of */
	uint64_t on;	      /* rows of the table of options that are taken */
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

/* Options without a value, by their number in plan->on; NULL behind the last one. */
const char *record_model_option(size_t row);

/* The registers that a stack dump brings with it are those of this mask, or more. */
bool record_model_all_regs(const struct plan *plan, uint64_t mask);

/* An event that perf added, or one of a group whose leader samples for it. */
bool record_model_follows(const struct plan *plan, size_t i);

/* Fill in expected of one event but for what tells ids, or of all. */
void record_model_event(const struct plan *plan, size_t i);
void record_model_all(struct plan *plan);

/* In how many things the recording differs from what is expected. */
unsigned record_model_distance(const struct planned *event);

/* Append what differs, on one line. */
void record_model_differences(struct buf *line, const struct planned *event);

#endif

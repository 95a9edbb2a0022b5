/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_EVENT_H
#define FILE_RECORD_EVENT_H

#include "file/attr.h"

/* How an event is written behind -e of perf record. */

enum callgraph_mode {
	CALLGRAPH_NONE,
	CALLGRAPH_FP,
	CALLGRAPH_DWARF,
	CALLGRAPH_LBR
};

struct callgraph {
	enum callgraph_mode mode;
	uint32_t stack_size; /* CALLGRAPH_DWARF: bytes */
	uint16_t max_stack;  /* 0: as the system has it */
};

/* Settings of one event that override those of all. */
enum event_term {
	TERM_RATE = 1, /* freq or period */
	TERM_CALLGRAPH = 2,
	TERM_TIME = 4,
	TERM_INHERIT = 8,
	TERM_OVERWRITE = 16,
	TERM_BRANCH = 32,
	TERM_ALL = 63
};

struct record_event {
	const struct attr *attr;
	const char *tracepoint; /* "system:name", or NULL */
	const char *pmu;   /* name of a dynamic type, or of the upper half of config; or NULL */
	bool sampled_read; /* with its own :S, not that of a group */
	bool guest_is_out; /* without modifiers perf excludes guests */
	bool excluded;	   /* user, kernel and hypervisor are by an option for all */
	unsigned terms;	   /* enum event_term: taken from the attr */
};

/* What the attr says about call chains. */
struct callgraph callgraph_of(const struct attr *attr);

/* The terms that perf allows for an event of this kind. */
unsigned record_event_terms(const struct attr *attr);

/*
 * Append the event; problem gets what cannot be written, a line each, and what is
 * written then is not quite the event.
 */
void record_event_add(struct buf *out, const struct record_event *event, struct buf *problem);

/* The filter of -j: "any,u,k". */
void record_branches_add(struct buf *out, uint64_t branch_sample_type);

#endif

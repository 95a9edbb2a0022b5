/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_EVENT_H
#define FILE_RECORD_EVENT_H

#include "file/attr.h"

/* An event as the option -e of perf record takes it. */

enum callgraph_mode {
	CALLGRAPH_NONE,
	CALLGRAPH_FP,
	CALLGRAPH_DWARF,
	CALLGRAPH_LBR
};

struct callgraph {
	enum callgraph_mode mode;
	uint32_t stack_size; /* CALLGRAPH_DWARF: bytes */
	uint16_t max_stack;  /* 0: the system's default */
};

/* Settings of one event, which override the options of all events. */
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
	/* of a dynamic type, or selected by the upper half of config; NULL: none */
	const char *pmu;
	bool sampled_read; /* it has a modifier S of its own, not that of its group */
	bool guest_is_out; /* perf sets exclude_guest if the event has no modifiers */
	/* an option for all events decides whether user, kernel and hypervisor are excluded */
	bool excluded;
	unsigned terms; /* enum event_term: the settings that the attr decides */
};

/* The call chain settings of an attr. */
struct callgraph callgraph_of(const struct attr *attr);

/* The terms that perf allows for this kind of event. */
unsigned record_event_terms(const struct attr *attr);

/*
 * Append the event. Settings that cannot be written are appended to problem, a line each; the
 * written event differs from the recorded one in these.
 */
void record_event_add(struct buf *out, const struct record_event *event, struct buf *problem);

/* Append the filter of option -j: "any,u,k". */
void record_branches_add(struct buf *out, uint64_t branch_sample_type);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIELD_PROBLEM_H
#define FIELD_PROBLEM_H

#include "recording/reader.h"

/* One problem of a recording. analysis/problems.h lists all of them. */
enum problem_kind {
	PROBLEM_FILE,	      /* of the whole recording: it has a text and no row */
	PROBLEM_DAMAGE,	      /* bytes that are not a record */
	PROBLEM_LOST,	      /* value: records that the kernel dropped */
	PROBLEM_LOST_SAMPLES, /* value: samples that the kernel dropped */
	PROBLEM_THROTTLE,     /* an event was stopped for a while */
	PROBLEM_AUX_FLAGS,    /* value: PERF_AUX_FLAG_*: truncated, with gaps, collided */
	PROBLEM_TRACE_GAP,    /* value: bytes between two blocks of trace data */
	PROBLEM_TRACE_CUT,    /* value: bytes that are missing at the end of the file */
	PROBLEM_TRACE_ERROR,  /* an AUXTRACE_ERROR record */
	PROBLEM_CHAIN,	      /* value: frames of a call chain that has reached its limit */
	PROBLEM_CLOCK,	      /* value: ns before the previous record of the same CPU */
	/* value: ns by which the record is earlier than the end of the second to last round */
	PROBLEM_LATE,
	PROBLEM_WAITS, /* as PROBLEM_FILE; value: doubtful spans off the CPU */
	PROBLEM_KINDS
};

/* Is it a problem of the whole recording, which has a text and no row? */
static inline bool problem_has_text(enum problem_kind kind)
{
	return kind == PROBLEM_FILE || kind == PROBLEM_WAITS;
}

struct problem {
	enum problem_kind kind;
	const char *text; /* if problem_has_text(): escaped, valid as long as the list */
	uint64_t row;
	uint64_t value;
};

/* The short name of a kind, for lists. */
const char *problem_name(enum problem_kind kind);

/* What a kind means, how far numbers are wrong, and the remedy, in sentences. */
const char *problem_help(enum problem_kind kind);

/*
 * Set the problem that a row shows without its predecessors. Returns false if it shows none. It
 * never sets PROBLEM_CLOCK, PROBLEM_LATE, a problem of trace data or one that has a text.
 */
bool problem_of_row(struct reader *reader, const struct row_info *info, struct problem *problem);

/* Can a row of this type show a problem? */
bool problem_may_be(uint32_t type);

/* Return the least size of a record with a call chain of as many frames as its event allows. */
uint64_t problem_chain_size(const struct layout *layout);

/* Append the description of a problem, escaped. */
void problem_text(const struct problem *problem, struct reader *reader, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_PROBLEMS_H
#define QUERY_PROBLEMS_H

#include "query/job.h"

/*
 * What is wrong with a recording: what the container lacks, and the rows that tell of
 * damage or of something lost, found by a job in the background. Reading the list is for
 * one thread.
 */
enum problem_kind {
	PROBLEM_FILE,	      /* of the whole recording: text, no row */
	PROBLEM_DAMAGE,	      /* bytes that are no record */
	PROBLEM_LOST,	      /* value: records that the kernel dropped */
	PROBLEM_LOST_SAMPLES, /* value: samples */
	PROBLEM_THROTTLE,     /* an event was stopped for a while */
	PROBLEM_AUX_FLAGS,    /* value: PERF_AUX_FLAG_*, truncated, with gaps, collided */
	PROBLEM_TRACE_GAP,    /* value: bytes between two blocks of trace data */
	PROBLEM_TRACE_CUT,    /* value: bytes that the file has not got */
	PROBLEM_TRACE_ERROR,  /* AUXTRACE_ERROR */
	PROBLEM_CHAIN,	      /* value: frames of a call chain that has as many as it can have */
	PROBLEM_CLOCK,	      /* value: ns before the record that its CPU wrote before it */
	PROBLEM_LATE,	      /* value: ns before the end of the round before the last one */
	PROBLEM_KINDS
};

struct problem {
	enum problem_kind kind;
	const char *text; /* of PROBLEM_FILE: escaped, lives as long as the list */
	uint64_t row;
	uint64_t value;
};

/* A word or two, and what it means for people: one line without its value. */
const char *problem_name(enum problem_kind kind);

/*
 * What a row tells by itself, whatever is before it: not PROBLEM_FILE, _CLOCK, _LATE, nor
 * what is missing of trace data. And the types of rows that can.
 */
bool problem_of_row(struct reader *reader, const struct row_info *info, struct problem *problem);
bool problem_type(uint32_t type);

struct problems;

enum {
	PROBLEMS_MAX = 1 << 18 /* that are kept; the others are only counted */
};

struct problems *problems_start(struct recording *recording, struct watcher *watcher);
void problems_free(struct problems *problems);
void problems_cancel(struct problems *problems);
void problems_progress(const struct problems *problems, struct job_progress *progress);

/* Those that can be read now, those of the whole recording first, then by rows; and those found. */
uint64_t problems_count(const struct problems *problems);
uint64_t problems_found(const struct problems *problems);
void problems_get(const struct problems *problems, uint64_t i, struct problem *problem);

/*
 * The number of the first problem whose row is at row or behind it, problems_count()
 * where there is none yet.
 */
uint64_t problems_at(const struct problems *problems, uint64_t row);

/* Append what a problem says, for people, escaped. */
void problem_text(const struct problem *problem, struct reader *reader, struct buf *out);

#endif

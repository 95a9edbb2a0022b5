/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_PROBLEMS_H
#define ANALYSIS_PROBLEMS_H

#include "field/problem.h"
#include "query/job.h"

/*
 * The problems of a recording: missing parts of the container, and rows that report damage or
 * losses. A background job finds them. One thread reads the list.
 */
struct problems;

enum {
	PROBLEMS_MAX = 1 << 18 /* maximum; further problems are only counted */
};

struct problems *problems_start(struct recording *recording, struct watcher *watcher);
void problems_free(struct problems *problems);
struct job *problems_job(struct problems *problems);

/*
 * problems_count() returns the number of problems that can be read now: first those of the whole
 * recording, then the others by row, then PROBLEM_WAITS. problems_found() returns the number of
 * problems that were found.
 */
uint64_t problems_count(const struct problems *problems);
uint64_t problems_found(const struct problems *problems);

/* Return the number of problems of a kind that were found, also of those that are not kept. */
uint64_t problems_of_kind(const struct problems *problems, enum problem_kind kind);

/*
 * Append the total of a kind that occurs in records, or of PROBLEM_WAITS: "3 records", "1555, in 1
 * record" (lost ones), "11 waits are doubtful".
 */
void problems_add_total(const struct problems *problems, enum problem_kind kind, struct buf *out);

void problems_get(const struct problems *problems, uint64_t i, struct problem *problem);

/*
 * Return the index of the first problem at or after a row; the index after the problems of rows if
 * there is none yet.
 */
uint64_t problems_at(const struct problems *problems, uint64_t row);

#endif

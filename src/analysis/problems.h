/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_PROBLEMS_H
#define ANALYSIS_PROBLEMS_H

#include "field/problem.h"
#include "query/job.h"

/*
 * The problems of a recording: what the container lacks, and the rows that tell of damage or of
 * something lost. A job in the background finds them. One thread reads the list.
 */
struct problems;

enum {
	PROBLEMS_MAX = 1 << 18 /* that are kept; the others are only counted */
};

struct problems *problems_start(struct recording *recording, struct watcher *watcher);
void problems_free(struct problems *problems);
struct job *problems_job(struct problems *problems);

/* Those that can be read now, those of the whole recording first, then by rows; and those found. */
uint64_t problems_count(const struct problems *problems);
uint64_t problems_found(const struct problems *problems);
void problems_get(const struct problems *problems, uint64_t i, struct problem *problem);

/*
 * The number of the first problem at or after a row; problems_count() where there is none yet.
 */
uint64_t problems_at(const struct problems *problems, uint64_t row);

#endif

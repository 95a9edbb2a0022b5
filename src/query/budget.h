/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_BUDGET_H
#define QUERY_BUDGET_H

#include "query/filter.h"
#include "query/job.h"

/*
 * Where the bytes of a recording are: in sections of its files, and in records by type, event,
 * thread and field; counted in the background. Of each of these the bytes add up to the same:
 * records to the records' part, sections and records to the size of the files. Functions are
 * for one thread.
 */
struct budget;

enum budget_what {
	BUDGET_FILE, /* headers, sections, records, and what lies between them */
	BUDGET_TYPE,
	BUDGET_EVENT,
	BUDGET_THREAD,
	BUDGET_FIELD,
	BUDGET_INFLATED /* types of records inside of COMPRESSED ones, which take no bytes */
};

struct budget_line {
	enum budget_what what;
	char *name; /* of an event as the recording has it */
	uint64_t bytes;
	uint64_t records;   /* 0: of sections */
	uint64_t number;    /* of a type or thread */
	const char *advice; /* the option of perf record that makes it less, or NULL */
};

/* Start it; the filter (NULL: the whole file, with its sections) is taken over. */
struct budget *budget_start(struct recording *recording, struct filter *filter,
			    struct watcher *watcher);
void budget_free(struct budget *budget);

/* Stop counting; what was counted stays. */
void budget_cancel(struct budget *budget);
void budget_progress(const struct budget *budget, struct job_progress *progress);

/* The lines so far, by what they are of, then the largest first; until the next call. */
const struct budget_line *budget_lines(struct budget *budget, size_t *n);

const char *budget_what_name(enum budget_what what);

/* Bytes of all files. */
uint64_t budget_size(const struct budget *budget);

#endif

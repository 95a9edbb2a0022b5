/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SIZE_REPORT_H
#define ANALYSIS_SIZE_REPORT_H

#include "filter/filter.h"
#include "query/job.h"

/*
 * Where the bytes of a recording are: in sections of its files, and in records by type, event,
 * thread and field; counted in the background. Of each of these the bytes add up to the same:
 * records to the records' part, sections and records to the size of the files. Functions are
 * for one thread.
 */
struct size_report;

enum size_report_what {
	SIZE_REPORT_FILE, /* headers, sections, records, and what lies between them */
	SIZE_REPORT_TYPE,
	SIZE_REPORT_EVENT,
	SIZE_REPORT_THREAD,
	SIZE_REPORT_FIELD,
	SIZE_REPORT_INFLATED /* types of records inside of COMPRESSED ones, which take no bytes */
};

struct size_report_line {
	enum size_report_what what;
	char *name; /* of an event as the recording has it */
	uint64_t bytes;
	uint64_t records;   /* 0: of sections */
	uint64_t number;    /* of a type or thread */
	const char *advice; /* the option of perf record that makes it less, or NULL */
};

/* Start it; the filter (NULL: the whole file, with its sections) is taken over. */
struct size_report *size_report_start(struct recording *recording, struct filter *filter,
				      struct watcher *watcher);
void size_report_free(struct size_report *size_report);

/* The job that counts. If it is cancelled the counts stay. */
struct job *size_report_job(struct size_report *size_report);

/* The lines so far, by what they are of, then the largest first; until the next call. */
const struct size_report_line *size_report_lines(struct size_report *size_report, size_t *n);

const char *size_report_what_name(enum size_report_what what);

/* Bytes of all files. */
uint64_t size_report_size(const struct size_report *size_report);

#endif

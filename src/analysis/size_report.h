/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SIZE_REPORT_H
#define ANALYSIS_SIZE_REPORT_H

#include "filter/filter.h"
#include "query/job.h"

/*
 * The bytes of a recording by section of its files, and by type, event, thread and field of its
 * records, counted in the background. The bytes by type, by event, by thread and by field each add
 * up to the bytes of all records. Sections and records together add up to the size of the files.
 * Functions are for one thread.
 */
struct size_report;

enum size_report_what {
	SIZE_REPORT_FILE, /* headers, sections, records, and gaps between them */
	SIZE_REPORT_TYPE,
	SIZE_REPORT_EVENT,
	SIZE_REPORT_THREAD,
	SIZE_REPORT_FIELD,
	SIZE_REPORT_INFLATED /* types of records inside COMPRESSED records, which take no bytes */
};

struct size_report_line {
	enum size_report_what what;
	char *name; /* of an event, as in the recording */
	uint64_t bytes;
	uint64_t records; /* 0 for sections */
	/*
	 * The type; the event, negative: none; the tid. Of threads, a number above 32 bits: no
	 * thread; UINT64_MAX: many others, for which there was no room.
	 */
	uint64_t number;
	const char *advice; /* the option of perf record that reduces it, or NULL */
};

/* Start. The filter is taken over; NULL: the whole file with its sections. */
struct size_report *size_report_start(struct recording *recording, struct filter *filter,
				      struct watcher *watcher);
void size_report_free(struct size_report *size_report);

/* The job that counts. If it is cancelled, the counts stay. */
struct job *size_report_job(struct size_report *size_report);

/* Return the lines so far, by division, then largest first. Valid until the next call. */
const struct size_report_line *size_report_lines(struct size_report *size_report, size_t *n);

const char *size_report_what_name(enum size_report_what what);

/* Return the bytes of all files. */
uint64_t size_report_size(const struct size_report *size_report);

#endif

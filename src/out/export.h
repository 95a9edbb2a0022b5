/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_EXPORT_H
#define OUT_EXPORT_H

#include "filter/filter.h"
#include "out/formats.h"
#include "query/watcher.h"
#include "slice/slice.h"

/*
 * A thread that writes records to a file: as text (in file order, unless by_time; perf-script in
 * time order), or as a smaller recording (slice/slice.h). The file gets its name when it is
 * complete; an export that is stopped or fails leaves no file. A pipe gets data as they are
 * written, and is closed at the end; if its reader has closed it, the export is EXPORT_STOPPED.
 * Functions are for one thread.
 */
struct export;

enum export_state {
	EXPORT_RUNS,
	EXPORT_DONE,
	EXPORT_STOPPED,
	EXPORT_FAILED
};

struct export_options {
	const char *path;
	bool force; /* replace an existing file */
	int pipe;   /* a descriptor to write to instead of path, always taken over; -1: none */
	const struct format *format; /* NULL: write a recording */
	bool scrub;		     /* scrub the recording (slice/scrub.h) */
	bool inlined;		     /* in profiles, inlined functions are frames, too */
	bool raw;		     /* perf-script does not escape texts (out/perfscript.h) */
	struct field *fields;	     /* an array, taken over; NULL: the default fields */
	size_t n;		     /* its length */
	const char *columns;	     /* as in struct writer_options; must outlive the export */
	bool by_time;		     /* text is in time order */
	struct filter *filter;	     /* taken over; NULL: all rows */
	struct filter *marked;	     /* FORMAT_MARKS: rows that become markers; also taken over */
	struct watcher *watcher;     /* woken at each change; NULL: none */
};

/*
 * Start an export. The index must be complete, and the recording must outlive the export. The
 * fields and the filters are always taken over. Returns ERR_IO if the path is that of the
 * recording; otherwise as output_open().
 */
int export_start(struct export **export, struct recording *recording,
		 const struct export_options *options, struct err *err);

/* Free what export_start() would take over. */
void export_options_release(const struct export_options *options);

/* Request a stop and return at once. The export may still wait for the reader of its pipe. */
void export_stop(struct export *export);

/* Wait for the end of the export. */
void export_wait(struct export *export);

/* Stop the export if it is running, and free it. */
void export_free(struct export *export);

enum export_state export_state(const struct export *export);
uint64_t export_written(const struct export *export); /* records so far; of a slice: at its end */
double export_part(const struct export *export);      /* finished part of the work */

/* Return the counts of a complete slice; NULL: the output is text. */
const struct slice_counts *export_slice(const struct export *export);
const struct err *export_error(const struct export *export);

/* Is the output a pipe? */
bool export_pipe(const struct export *export);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_EXPORT_H
#define OUT_EXPORT_H

#include "filter/filter.h"
#include "out/formats.h"
#include "query/watcher.h"
#include "slice/slice.h"

/*
 * Records written to a file by a thread, in the order of the file, as perf-script in that of time,
 * as text or as a smaller recording (slice/slice.h). The file appears under its name when it is
 * whole; what is stopped or fails leaves nothing. A pipe has what was written so far, and its end
 * when nothing more comes; it is EXPORT_STOPPED when nobody reads it any more.
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
	bool force; /* replace what has that name */
	int pipe;   /* instead of path: a descriptor, which is taken over always; -1: none */
	const struct format *format; /* NULL: a recording, */
	bool scrub;		     /* and scrubbed (slice/scrub.h) */
	bool inlined;		     /* in profiles, functions that were inlined are frames, too */
	bool raw;		     /* perf-script's texts are not escaped (out/perfscript.h) */
	struct filter *filter;	     /* taken over; NULL: all rows */
	struct filter *marked;	     /* FORMAT_MARKS: of those that are marked, likewise */
	struct watcher *watcher;     /* woken when there is something new; NULL: nobody */
};

/*
 * Start it. The index must be complete, the recording outlives it. The filter is taken always.
 * ERR_IO where the path is that of the recording; else as output_open().
 */
int export_start(struct export **export, struct recording *recording,
		 const struct export_options *options, struct err *err);

/* Have it stop soon, which is not waited for: it may still wait for who reads its pipe. */
void export_stop(struct export *export);

/* Stop it if it still runs, and forget it. */
void export_free(struct export *export);

enum export_state export_state(const struct export *export);
uint64_t export_written(const struct export *export); /* records so far; of a slice at its end */
double export_part(const struct export *export);      /* of the work that is done */

/* What is in the slice that is done; NULL: it is text. */
const struct slice_counts *export_slice(const struct export *export);
const struct err *export_error(const struct export *export);

/* Does it go to a pipe? */
bool export_pipe(const struct export *export);

#endif

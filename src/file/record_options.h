/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_OPTIONS_H
#define FILE_RECORD_OPTIONS_H

#include <stdbool.h>

#include "base/vec.h"
#include "file/perf_file.h"

/*
 * The options of perf record that make the events of a recording. They are found only from the
 * attrs; the recorded command line is not read. A model shows what perf 6.1 makes of options (its
 * util/evsel.c, evsel__config()): options are chosen until the model gives the recorded attrs, and
 * remaining differences are listed.
 */
struct record_options {
	struct buf line;     /* the options after "perf record", quoted for a shell */
	VEC(char *) missing; /* the differences that the options do not explain, one on each line */
};

enum {
	RECORD_EVENTS_MAX = 4096 /* no options are searched for more events than this */
};

/*
 * Find the options for the events of a file. False: there are no or too many events, or a program
 * other than perf record made them.
 */
bool record_options_make(struct record_options *o, const struct perf_file *file,
			 const struct events *events);
void record_options_release(struct record_options *o);

#endif

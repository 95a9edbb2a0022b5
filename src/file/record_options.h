/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_RECORD_OPTIONS_H
#define FILE_RECORD_OPTIONS_H

#include <stdbool.h>

#include "base/vec.h"
#include "file/perf_file.h"

/*
 * The options of perf record that would make the events of a recording, found from
 * their attrs alone: what the command line was is not asked. What perf 6.1 makes of
 * options is modelled (its util/evsel.c, evsel__config()), options are chosen until
 * the model gives the attrs, and what remains is named.
 */
struct record_options {
	struct buf line;     /* what stands behind "perf record", quoted for a shell */
	VEC(char *) missing; /* what the options would not make, a line each */
};

enum {
	RECORD_EVENTS_MAX = 4096 /* of recordings with more nothing is found out */
};

/*
 * Find the options for events of a file. False: there are none, too many, or something else than
 * perf record made them.
 */
bool record_options_make(struct record_options *o, const struct perf_file *file,
			 const struct events *events);
void record_options_release(struct record_options *o);

#endif

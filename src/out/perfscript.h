/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PERFSCRIPT_H
#define OUT_PERFSCRIPT_H

#include "out/scriptfields.h"
#include "out/writer.h"

/* Samples as perf script prints them; rows that are none print nothing. */
struct script_options {
	struct script_fields fields;
	uint64_t max_stack; /* frames of a call chain that are shown */
	bool escaped;	    /* text of the recording is escaped, as a terminal needs it */
};

enum {
	SCRIPT_MAX_STACK = 127
};

/* options->script stays where it is for as long as the writer is there. */
struct writer *perfscript_open(struct reader *reader, const struct writer_options *options);

#endif

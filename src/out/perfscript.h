/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PERFSCRIPT_H
#define OUT_PERFSCRIPT_H

#include "out/scriptfields.h"
#include "out/writer.h"

/* Samples as perf script prints them; rows that are none print nothing. */
struct script_options {
	struct script_fields fields;
	uint64_t max_stack; /* frames of a call chain that are shown */
	bool raw; /* text of the recording as it is: into a pipe or a file, never a terminal */
	uint64_t records; /* types below 64 whose records are shown beside samples, as bits */
	bool rounds;	  /* FINISHED_ROUND records are shown, too */
	bool inlines;	  /* functions that were inlined are frames of unwound chains */
};

enum {
	SCRIPT_MAX_STACK = 127
};

/* What perf script does without options. */
void script_options_init(struct script_options *options);

/*
 * Must one writer have all rows, in the order of the output? Periods of samples with counter values
 * and the width of a column depend on what was printed before.
 */
bool perfscript_in_order(const struct script_options *options, const struct recording *recording);

/*
 * Does the order depend on when perf delivers what has no time (query/row_cursor_rounds.h)? Samples
 * of some events have none, or records that perf made up are shown.
 */
bool perfscript_delivered(const struct script_options *options, const struct recording *recording);

/* options->script stays where it is for as long as the writer is there. */
struct writer *perfscript_open(struct reader *reader, const struct writer_options *options);

#endif

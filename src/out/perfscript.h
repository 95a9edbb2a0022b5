/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_PERFSCRIPT_H
#define OUT_PERFSCRIPT_H

#include "out/script_fields.h"
#include "out/writer.h"

/* Samples as perf script prints them. Other rows print nothing by default. */
struct script_options {
	struct script_fields fields;
	uint64_t max_stack; /* maximum number of frames of a call chain */
	bool raw; /* do not escape text of the recording: for pipes and files, never terminals */
	uint64_t records; /* types below 64 that are printed in addition to samples, as bits */
	bool rounds;	  /* print FINISHED_ROUND records, too */
	bool inlines;	  /* print inlined functions as frames of unwound chains */
};

enum {
	SCRIPT_MAX_STACK = 127
};

/* Set the options that perf script uses by default. */
void script_options_init(struct script_options *options);

/*
 * Must one writer process all rows, in the order of the output? Periods of samples with counter
 * values, and the width of a column, depend on earlier output.
 */
bool perfscript_in_order(const struct script_options *options, const struct recording *recording);

/*
 * Does the order depend on when perf delivers records without a time (query/row_cursor_rounds.h)?
 * It does if samples of some events have no time, or if synthesized records are shown.
 */
bool perfscript_delivered(const struct script_options *options, const struct recording *recording);

/* options->script must outlive the writer. */
struct writer *perfscript_open(struct reader *reader, const struct writer_options *options);

#endif

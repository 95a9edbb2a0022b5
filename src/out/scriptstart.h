/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTSTART_H
#define OUT_SCRIPTSTART_H

#include "out/perfscript.h"
#include "recording/reader.h"

/*
 * What stands at the start of a line of perf script, of samples and of other records alike: the
 * task, the CPU, the time. What a record does not have is -1 in perf, or all ones. One thread's.
 */
struct script_start {
	struct reader *reader;
	const struct writer_options *options;
	/* The seconds of the last time, as text. */
	uint64_t second;
	struct buf text;
};

/* What the options point at stays where it is. */
void script_start_init(struct script_start *start, struct reader *reader,
		       const struct writer_options *options);
void script_start_release(struct script_start *start);

/* shown: enum script_field; column: the name of the task stands in a column. */
void script_start_add(struct script_start *start, const struct row_info *info, uint64_t shown,
		      bool column, struct buf *out);

/*
 * Likewise of a record that is no sample: the name is that of the task in named, all else is what
 * the record's trailer says.
 */
void script_start_record(struct script_start *start, const struct row_info *info,
			 const struct row_info *named, uint64_t shown, bool column,
			 struct buf *out);

#endif

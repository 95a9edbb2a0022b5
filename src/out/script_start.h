/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_START_H
#define OUT_SCRIPT_START_H

#include "out/perfscript.h"
#include "recording/reader.h"

/*
 * The beginning of a line of perf script, for samples and other records: the task, the CPU, the
 * time. For a missing value perf prints -1 or all ones. For one thread.
 */
struct script_start {
	struct reader *reader;
	const struct writer_options *options;
	/* The last whole second, as text. */
	uint64_t second;
	struct buf text;
};

/* The caller keeps everything that options points to. */
void script_start_init(struct script_start *start, struct reader *reader,
		       const struct writer_options *options);
void script_start_release(struct script_start *start);

/* shown: enum script_field. column: the name of the task has a column. */
void script_start_add(struct script_start *start, const struct row_info *info, uint64_t shown,
		      bool column, struct buf *out);

/*
 * The same for a record that is no sample: the name is that of the task in `named`; all else comes
 * from the record's trailer.
 */
void script_start_record(struct script_start *start, const struct row_info *info,
			 const struct row_info *named, uint64_t shown, bool column,
			 struct buf *out);

#endif

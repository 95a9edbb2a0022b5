/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPT_RECORD_H
#define OUT_SCRIPT_RECORD_H

#include "out/perfscript.h"
#include "recording/reader.h"

/*
 * Append a record other than a sample as perf script prints it (--show-mmap-events and similar
 * options): the text after the time, and the end of the line.
 */
void script_record_add(struct reader *reader, const struct script_options *options,
		       const struct row_info *info, struct buf *out);

/*
 * The tasks that perf prints before such a record. trailer: a copy of the row, with the pid and tid
 * of the record's trailer. named: a copy of the row, with the pid and tid of the task whose name is
 * printed.
 */
void script_record_tasks(struct reader *reader, const struct row_info *info,
			 struct row_info *trailer, struct row_info *named);

/* How bytes are printed in hexadecimal: the number in a line, and the text around each line. */
struct script_bytes {
	unsigned width;		    /* bytes in a line, a power of 2 */
	const char *first, *others; /* text before the first line, and before other lines */
	bool offsets, text;	    /* the offset before the bytes, characters after them */
};
void script_record_bytes(const struct script_bytes *how, const uint8_t *p, size_t len,
			 struct buf *out);

#endif

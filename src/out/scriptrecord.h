/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_SCRIPTRECORD_H
#define OUT_SCRIPTRECORD_H

#include "out/perfscript.h"
#include "recording/reader.h"

/*
 * Records other than samples as perf script prints them (--show-mmap-events and its relatives):
 * what stands behind the time, and the end of the line.
 */
void script_record_add(struct reader *reader, const struct script_options *options,
		       const struct row_info *info, struct buf *out);

/*
 * What perf puts in front of such a record: told is the row with the ids that the record's trailer
 * tells, named the row with those of the task whose name stands there.
 */
void script_record_tasks(struct reader *reader, const struct row_info *info, struct row_info *told,
			 struct row_info *named);

/* Bytes in hexadecimal, so many a line, and what stands before and behind each of them. */
struct script_bytes {
	unsigned width;		    /* bytes in a line, a power of 2 */
	const char *first, *others; /* before the first line, the other lines */
	bool offsets, text;	    /* the offset before, the characters behind */
};
void script_record_bytes(const struct script_bytes *how, const uint8_t *p, size_t len,
			 struct buf *out);

#endif

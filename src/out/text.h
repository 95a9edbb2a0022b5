/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OUT_TEXT_H
#define OUT_TEXT_H

#include "query/value.h"

/*
 * Records as lines for people: number, time, CPU, task, type or event, summary;
 * or chosen fields in columns. Everything from the recording is escaped.
 */
struct text_writer {
	struct reader *reader;
	const struct field *fields; /* n of them; 0: the usual line */
	size_t n;
	struct value value;
	struct buf cell;
};

void text_writer_init(struct text_writer *writer, struct reader *reader, const struct field *fields,
		      size_t n);
void text_writer_release(struct text_writer *writer);

/* Append one row and a newline. */
void text_row(struct text_writer *writer, const struct row_info *info, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_LIST_WRITER_H
#define RECORDS_LIST_WRITER_H

#include "out/formats.h"
#include "records/list_columns.h"

/*
 * The list as a format of exports: a line with the titles, and a line for each record. The argument
 * of the writer has the columns, as list_writer_columns() appends them.
 */
extern const struct format list_writer_format;

/*
 * Append the columns and their widths, so that the texts shown so far fit. clock: the times on the
 * screen have the form of the written ones (LIST_TIME_CLOCK).
 */
void list_writer_columns(const struct list_columns *columns, bool clock, struct buf *out);

#endif

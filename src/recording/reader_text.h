/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_READER_TEXT_H
#define RECORDING_READER_TEXT_H

#include "recording/reader.h"

/* Names and texts of rows. */

/* Append a name of a row, escaped; nothing if it has none. */
void reader_comm(struct reader *reader, const struct row_info *info, struct buf *out);
void reader_event(const struct reader *reader, const struct row_info *info, struct buf *out);

/* Append the task name, as bytes of the recording. Returns false if it is not known. */
bool reader_comm_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/* Append the name that a COMM record gives, as bytes. Returns false if only its record has it. */
bool reader_comm_recorded(struct reader *reader, const struct row_info *info, struct buf *out);

/*
 * Get the times around a row at which its thread has the same name. Returns false if they are not
 * known.
 */
struct task_stay;
bool reader_comm_stays(struct reader *reader, const struct row_info *info, struct task_stay *stay);

/*
 * Append the text of a tracepoint's sample as perf prints it, as bytes of the recording. Returns
 * false if it is not such a sample, or its print format cannot be used.
 */
bool reader_trace_bytes(struct reader *reader, const struct row_info *info, struct buf *out);

/* Find the raw data of a tracepoint's sample. Returns false if it is not such a sample. */
bool reader_trace_raw(struct reader *reader, const struct row_info *info, const uint8_t **raw,
		      size_t *len);

/*
 * Append the summary of the record, one escaped line, whose contents depend on the type. names: see
 * recording/summary.h.
 */
struct summary_names;
void reader_summary(struct reader *reader, const struct row_info *info,
		    const struct summary_names *names, struct buf *out);

/*
 * Append the shape (base/shape.h) of the summaries of a kind's rows; info has what all rows of the
 * kind share. If *raw is not 0, only rows for which reader_summary_fits() is true have this shape.
 * strings: only rows with these strings in their raw data have it; NULL: any strings.
 * reader_summary_fits() appends the strings of a row, unless its argument is NULL.
 */
struct shape;
void reader_summary_shape(struct reader *reader, const struct row_info *info,
			  const struct buf *strings, struct shape *shape, size_t *raw);
bool reader_summary_fits(struct reader *reader, const struct row_info *info, size_t raw,
			 struct buf *strings);

#endif

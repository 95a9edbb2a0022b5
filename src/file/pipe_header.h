/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PIPE_HEADER_H
#define FILE_PIPE_HEADER_H

#include "file/perf_file.h"

/*
 * Read the records before the first sample of a stream that are needed to decode it. The file is
 * still being opened; its stream is already known.
 */

/* Of a pipe stream: attrs, ids and features. A file has them outside of its data. */
void pipe_header_read(struct perf_file *file);

/*
 * Of a file without the section TRACING_DATA: tracing data in a record, as simpleperf writes them.
 */
void pipe_header_tracing(struct perf_file *file);

/*
 * Pass the records in the first MiB of the stream that have come to each(), until it returns false.
 */
void pipe_header_each(struct perf_file *file, bool (*each)(void *arg, const struct record *rec),
		      void *arg);

/* Apply EVENT_UPDATE records, which rename events. */
void pipe_header_updates(struct perf_file *file);

#endif

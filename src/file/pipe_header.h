/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_PIPE_HEADER_H
#define FILE_PIPE_HEADER_H

#include "file/perf_file.h"

/*
 * What stands in the stream before the first sample and is needed to decode it.
 * The stream is there already, the rest of the file is being opened.
 */

/* Of a pipe stream: attrs, ids and features, which a file has around its data. */
void pipe_header_read(struct perf_file *file);

/* Of a file without the section: tracing data that came as a record, as simpleperf writes them. */
void pipe_header_tracing(struct perf_file *file);

/* The records of the first MiB that are there, until each returns false. */
void pipe_header_each(struct perf_file *file, bool (*each)(void *arg, const struct record *rec),
		      void *arg);

/* EVENT_UPDATE records, which give events other names. */
void pipe_header_updates(struct perf_file *file);

#endif

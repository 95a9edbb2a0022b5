/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SIZE_REPORT_FILE_H
#define ANALYSIS_SIZE_REPORT_FILE_H

#include "file/perf_file.h"

/*
 * Call tell() for each part of a recording's files that is not a stream of records: header, attrs,
 * feature sections, and gaps between them. Each byte is counted once, even if sections overlap, so
 * that these parts and the streams, whose size is returned, add up to the size of the files.
 */
uint64_t size_report_file_parts(const struct perf_file *file,
				void (*tell)(void *arg, const char *name, uint64_t bytes),
				void *arg);

#endif

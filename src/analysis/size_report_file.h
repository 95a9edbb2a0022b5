/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANALYSIS_SIZE_REPORT_FILE_H
#define ANALYSIS_SIZE_REPORT_FILE_H

#include "file/perf_file.h"

/*
 * Tell the parts of a recording's files that are no streams of records: header, attrs, feature
 * sections, what lies between them. Each byte is told once, also where sections lie over others,
 * so that they and the streams, whose size is returned, come to the size of the files.
 */
uint64_t size_report_file_parts(const struct perf_file *file,
				void (*tell)(void *arg, const char *name, uint64_t bytes),
				void *arg);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FIRST_TIME_H
#define FILE_FIRST_TIME_H

#include "file/perf_file.h"

/*
 * When a recording begins, in ns: the first time that is not 0 in one of its
 * streams, the least of all streams. Only the beginnings are looked at; false: no
 * record there has a time.
 */
bool first_time(const struct perf_file *file, uint64_t *time);

#endif

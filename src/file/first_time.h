/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_FIRST_TIME_H
#define FILE_FIRST_TIME_H

#include "file/perf_file.h"

/*
 * When a recording begins, in ns: the earliest first time of its streams, where times of 0 do not
 * count. Only the beginnings of the streams are read. False: no record there has a time.
 */
bool first_time(const struct perf_file *file, uint64_t *time);

#endif

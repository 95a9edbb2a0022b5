/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_THREAD_FILES_H
#define FILE_THREAD_FILES_H

#include "file/dir.h"
#include "file/perf_file.h"

/*
 * Warn about files data.N that a directory recording should have and has not: numbers run from 0
 * without a gap, and perf record --threads writes one file for each CPU. The header, features and
 * first stream of the file have been read; names are the files that are there.
 */
void thread_files_check(struct perf_file *file, const struct dir_names *names);

#endif

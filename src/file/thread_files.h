/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_THREAD_FILES_H
#define FILE_THREAD_FILES_H

#include "file/dir.h"
#include "file/perf_file.h"

/*
 * Warn about files data.N that are missing in a directory: numbers start at 0 without gaps, and
 * perf record --threads writes one file for each CPU. file has its header, features and first
 * stream already. names: the existing files, by number.
 */
void thread_files_check(struct perf_file *file, const struct dir_names *names);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_CHANGE_H
#define FILE_CHANGE_H

#include "file/perf_file.h"

/*
 * How the files of a recording have changed since they were opened. After several changes, the
 * greatest of these values applies. A recording from a pipe never changes: its copy belongs only
 * to this process.
 */
enum change {
	CHANGE_NONE,
	CHANGE_LONGER,	 /* bytes were appended */
	CHANGE_WRITTEN,	 /* a program has written to it; its size is the same */
	CHANGE_GONE,	 /* its name no longer exists; the open file is still whole */
	CHANGE_REPLACED, /* its name belongs to another file now; the open file is still whole */
	CHANGE_CUT	 /* it is shorter: the bytes after its end are lost */
};

/*
 * Ask the system how the files have changed. This is quick, but blocks while a file system does not
 * answer. known: the first file once had at least this number of bytes; for a complete recording,
 * its size when it was opened.
 */
enum change change_of(const struct perf_file *file, uint64_t known);

/*
 * How the times of the files show changes since the files were opened. The times of a pipe never
 * change.
 */
enum change_times {
	CHANGE_TIMES_SAME,
	CHANGE_TIMES_STATUS, /* only ctime: mode, owner or name changed, or mtime was set back */
	CHANGE_TIMES_WRITTEN /* mtime */
};

enum change_times change_of_times(const struct perf_file *file);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_CHANGE_H
#define FILE_CHANGE_H

#include "file/perf_file.h"

/*
 * What has become of a recording's files since they were opened; of several changes the last one
 * of these. What a pipe brought is a copy that nobody else has: nothing becomes of it.
 */
enum change {
	CHANGE_NONE,
	CHANGE_LONGER,	 /* bytes have come behind those that were there */
	CHANGE_WRITTEN,	 /* somebody has written to it, and it is as long as it was */
	CHANGE_GONE,	 /* no file has its name any more; it is whole as long as it is open */
	CHANGE_REPLACED, /* another file has its name now; likewise */
	CHANGE_CUT	 /* it is shorter than it was: what was behind is lost */
};

/*
 * Asks the system, which is quick, but does wait for a file system that does not answer. known:
 * bytes of the first file that are known to have been there, of one that is complete its size when
 * it was opened.
 */
enum change change_of(const struct perf_file *file, uint64_t known);

/* What the times of the files of a recording say since they were opened; of a pipe: the same. */
enum change_times {
	CHANGE_TIMES_SAME,
	CHANGE_TIMES_STATUS, /* ctime alone: mode, owner or a name, or mtime was put back */
	CHANGE_TIMES_WRITTEN /* mtime */
};

enum change_times change_of_times(const struct perf_file *file);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_DIR_H
#define FILE_DIR_H

#include <stdbool.h>

#include "base/err.h"
#include "base/vec.h"

/*
 * A perf.data directory (perf's util/data.c): data has the header, the attrs and
 * the features; data.0, data.1, ... are streams of records without any header.
 */
enum {
	DIR_FORMAT_STREAMS = 1 /* feature DIR_FORMAT of a directory with data.0, data.1, ... */
};

struct dir_names {
	VEC(char *) v; /* paths of the streams, by their numbers */
};

bool dir_is(const char *path);

/* The path of the file that has the header. The caller frees it. */
char *dir_data(const char *path);

/* The streams of the directory path. ERR_OPEN: the directory cannot be read. */
int dir_streams(struct dir_names *names, const char *path, struct err *err);
void dir_names_release(struct dir_names *names);

#endif

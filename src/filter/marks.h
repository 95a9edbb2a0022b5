/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILTER_MARKS_H
#define FILTER_MARKS_H

#include "filter/eval.h"

/*
 * A set of rows, one bit each, in a file without a name, because the bits of all rows of a large
 * recording should not be kept in memory.
 */
struct marks {
	int fd;
};

/* These functions return 0 or ERR_IO. */
int marks_open(struct marks *marks, const char *spool_dir, struct err *err);
void marks_close(struct marks *marks);

/* Store the rows of a block; a block that is never stored has none. */
int marks_put(struct marks *marks, uint64_t block, const struct rows *rows, struct err *err);
int marks_get(struct marks *marks, uint64_t block, struct rows *rows, struct err *err);

#endif

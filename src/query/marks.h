/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERY_MARKS_H
#define QUERY_MARKS_H

#include "query/eval.h"

/*
 * Rows that were selected, a bit for each, kept in a file without a name: a
 * recording can have more rows than there should be memory for.
 */
struct marks {
	int fd;
};

int marks_open(struct marks *marks, const char *spool_dir, struct err *err);
void marks_close(struct marks *marks);

/* Those of a block; of blocks that are never put there are none. */
int marks_put(struct marks *marks, uint64_t block, const struct rows *rows, struct err *err);
int marks_get(struct marks *marks, uint64_t block, struct rows *rows, struct err *err);

#endif

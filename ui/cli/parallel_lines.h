/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PARALLEL_LINES_H
#define CLI_PARALLEL_LINES_H

#include <stddef.h>

#include "base/buf.h"

/* Lines of output that several threads make; standard output gets them in order. */
struct parallel_lines {
	size_t n;
	void *arg;
	/* Make what one thread needs for its lines: a writer. NULL: arg is the writer of all. */
	void *(*open)(void *arg);
	void (*close)(void *writer); /* NULL if open is */
	/* Append line i. Lines of a writer are not in order. */
	void (*add)(void *writer, size_t i, struct buf *out);
};

/* Write all lines. Returns an exit status, as cli_write() does. */
int parallel_lines_write(const struct parallel_lines *lines);

#endif

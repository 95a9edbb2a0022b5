/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SYSCALLS_H
#define SPANS_SYSCALLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/shape.h"
#include "recording/reader.h"

/* The names that the system calls of one architecture have, by their numbers. */
struct syscalls {
	const char *const *names; /* NULL in between: there is no such system call */
	size_t n;
};

/* Return the table of the machine that recorded; an empty one where none is known. */
struct syscalls syscalls_of(const struct perf_file *file);

/* The name of a number; NULL: none is known. */
const char *syscalls_name(const struct syscalls *syscalls, uint64_t number);

/* The name that a system call has in manual pages, by the name that its tracepoints have. */
const char *syscalls_usual(const char *name);

/*
 * Give the system call of a sample of raw_syscalls its name in the sample's text, which begins at
 * byte at: "NR 257 (ffffff9c, ...)" becomes "openat(ffffff9c, ...)", "NR 257 = 3" "openat = 3".
 * Texts of other records stay as they are.
 */
void syscalls_in_text(struct reader *reader, const struct row_info *row, size_t at,
		      struct buf *text);

/*
 * Append what syscalls_in_text() puts into the texts of samples of a kind, of which info has what
 * the kind has (base/shape.h). False: nothing.
 */
bool syscalls_shape(struct reader *reader, const struct row_info *info, struct shape *shape);

#endif

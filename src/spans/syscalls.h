/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SYSCALLS_H
#define SPANS_SYSCALLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/shape.h"
#include "recording/reader.h"

/* The names of the system calls of one architecture, by number. */
struct syscalls {
	const char *const *names; /* NULL entries: there is no system call with this number */
	size_t n;
};

/* Return the table of the recorded machine; it is empty if the machine is unknown. */
struct syscalls syscalls_of(const struct perf_file *file);

/* Return the name of a number; NULL: unknown. */
const char *syscalls_name(const struct syscalls *syscalls, uint64_t number);

/*
 * Convert the name of a system call in tracepoints (newfstat) to its name in manual pages (fstat).
 */
const char *syscalls_usual(const char *name);

/*
 * In the text of a raw_syscalls sample, which begins at byte `at`, replace the number of the system
 * call by its name: "NR 257 (ffffff9c, ...)" becomes "openat(ffffff9c, ...)", and "NR 257 = 3"
 * becomes "openat = 3". Texts of other records are not changed.
 */
void syscalls_in_text(struct reader *reader, const struct row_info *row, size_t at,
		      struct buf *text);

/*
 * Append what syscalls_in_text() writes into the texts of samples of a kind (base/shape.h); info
 * has the values that the kind determines. Returns false if it writes nothing.
 */
bool syscalls_shape(struct reader *reader, const struct row_info *info, struct shape *shape);

/*
 * In a choice, append what syscalls_in_text() leaves of the texts of the pieces from `first` on: it
 * replaces the end of one, the number, and the beginning of another.
 */
void syscalls_shape_rest(struct shape *shape, size_t first);

#endif

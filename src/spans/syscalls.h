/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPANS_SYSCALLS_H
#define SPANS_SYSCALLS_H

#include <stddef.h>
#include <stdint.h>

struct perf_file;

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

#endif

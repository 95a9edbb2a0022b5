/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_MACHINE_H
#define FILE_MACHINE_H

#include "file/perf_file.h"

/*
 * The architecture of the machine that recorded. Pipes had no feature ARCH before perf 4.16, and
 * an unfinished recording has no features at all. Other things tell of it then, in this order: the
 * names of the kernel and of perf (OSRELEASE, VERSION), a set of registers that only one
 * architecture has, modules of the kernel and programs' loaders and libraries that were mapped.
 * The recording is being opened: header, attrs, features and the first stream are there.
 */
struct machine machine_find(struct perf_file *file);

/*
 * Call each with the name of what was mapped, as the beginning of the recording tells it, and
 * with the numbers of the file (0 where they are not told), until it returns false.
 */
struct machine_map {
	const char *file; /* not escaped */
	uint32_t maj, min;
	uint64_t ino;
};
typedef bool machine_map_fn(void *arg, const struct machine_map *map);
void machine_each_map(struct perf_file *file, machine_map_fn *each, void *arg);

/* How it is known, as text for the user; "" where it is not. */
const char *machine_known_by(enum machine_source source);

#endif

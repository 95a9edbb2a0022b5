/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_MACHINE_H
#define FILE_MACHINE_H

#include "file/perf_file.h"

/*
 * Find the architecture of the machine that recorded. The feature ARCH is missing in pipes before
 * perf 4.16 and in unfinished recordings. Then these are used, in this order: the names of the
 * kernel and of perf (OSRELEASE, VERSION), a set of registers that only one architecture has, the
 * names of mapped kernel modules, loaders and libraries. The recording is still being opened:
 * header, attrs, features and the first stream are read already.
 */
struct machine machine_find(struct perf_file *file);

/*
 * Pass the mapped files that the beginning of the recording names to each(), until it returns
 * false: their names, and the numbers of the files (0 if unknown).
 */
struct machine_map {
	const char *file; /* not escaped */
	uint32_t maj, min;
	uint64_t ino;
};
typedef bool machine_map_fn(void *arg, const struct machine_map *map);
void machine_each_map(struct perf_file *file, machine_map_fn *each, void *arg);

/* How the architecture is known, as text for the user; "" if it is unknown. */
const char *machine_known_by(enum machine_source source);

#endif

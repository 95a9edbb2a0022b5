/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_DSO_H
#define STATE_DSO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * How perf names what is mapped (tools/perf/util: map.c, dso.c, machine.c), which is
 * what its option --dsos and its field dso have: mostly the file of the mapping.
 */
enum dso_space {
	DSO_USER,
	DSO_KERNEL, /* the kernel or a module of it */
	DSO_KSYMBOL /* a symbol that was added to it, which names itself */
};

struct dso {
	const char *file; /* of the record */
	enum dso_space space;
	uint32_t pid, prot, flags; /* of the mapping */
};

/*
 * Append the name, as bytes of the recording. False: it has no file, neither on a disk nor in
 * memory, in which its pages have a place: the kernel itself, stacks, heaps, anonymous memory.
 */
bool dso_name(const struct dso *dso, struct buf *out);

/* Is it the kernel itself, not a module? */
bool dso_is_kernel(const char *file);

bool dso_is_vdso(const char *file);

#endif

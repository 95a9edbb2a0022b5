/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATE_DSO_H
#define STATE_DSO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * How perf names mapped objects (tools/perf/util: map.c, dso.c, machine.c); its option --dsos and
 * its field dso show these names. The name is mostly the file of the mapping.
 */
enum dso_space {
	DSO_USER,
	DSO_KERNEL, /* the kernel or one of its modules */
	DSO_KSYMBOL /* a symbol that was added to the kernel, which names itself */
};

struct dso {
	const char *file; /* of the mapping's record */
	enum dso_space space;
	uint32_t pid, prot, flags; /* of the mapping */
};

/* Append the name, as bytes of the recording. */
void dso_name(const struct dso *dso, struct buf *out);

/*
 * Does a file on a disk or in memory hold the pages? None does for the kernel itself, stacks, heaps
 * and anonymous memory.
 */
bool dso_has_file(const struct dso *dso);

/* Is the file the kernel itself, and not a module? */
bool dso_is_kernel(const char *file);

/*
 * Append the kernel's name of a module, snd_pcm for "/lib/modules/x/snd-pcm.ko.xz" and "[snd-pcm]".
 * len: of file. Returns false, with nothing appended, if the file is not named as a module.
 */
bool dso_module(const char *file, size_t len, struct buf *out);

/* Is the file one of the kernel's pages of code for programs, such as [vdso]? */
bool dso_is_vdso(const char *file);

#endif

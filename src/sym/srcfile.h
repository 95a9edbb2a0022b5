/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SRCFILE_H
#define SYM_SRCFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"
#include "sym/symfile.h"

/*
 * The text of a source file that debug information names. Anybody may have written that: nothing
 * but a regular file with contents is read, none of what the kernel makes up (/proc, /sys), and no
 * more of one than a person can look at.
 */
enum {
	SRCFILE_MAX = 8 << 20 /* bytes */
};

/* Paths that begin with from, whole folders, are looked for below to. */
struct srcfile_map {
	char *from, *to;
};

struct srcfile_maps {
	VEC(struct srcfile_map) list; /* the last one that fits is tried first */
};

void srcfile_map(struct srcfile_maps *maps, const char *from, const char *to);
void srcfile_maps_release(struct srcfile_maps *maps);

struct srcfile {
	struct buf path; /* where it was found */
	struct buf text;
	int64_t mtime_ns;
	const char *why; /* there is no text; NULL: there is */
};

#define SRCFILE_INIT                                                                               \
	{                                                                                          \
		.path = BUF_INIT, .text = BUF_INIT                                                 \
	}

/*
 * As the maps say, then below the roots of the places, then where the path says. A relative path is
 * also looked for in the folders that recordings are in.
 */
void srcfile_read(struct srcfile *file, const char *path, const struct srcfile_maps *maps,
		  const struct symfile_places *places);
void srcfile_release(struct srcfile *file);

#endif

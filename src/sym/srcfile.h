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
 * The text of a source file that debug information names. The name is untrusted: only regular files
 * with contents are read, no files that the kernel generates (/proc, /sys), and at most SRCFILE_MAX
 * bytes.
 */
enum {
	SRCFILE_MAX = 8 << 20 /* bytes */
};

/* Paths that begin with the folders `from` are looked for below `to`. */
struct srcfile_map {
	char *from, *to;
};

struct srcfile_maps {
	VEC(struct srcfile_map) list; /* the last matching map is tried first */
};

void srcfile_map(struct srcfile_maps *maps, const char *from, const char *to);
void srcfile_maps_release(struct srcfile_maps *maps);

struct srcfile {
	struct buf path; /* path of the file that was found */
	struct buf text;
	int64_t mtime_ns;
	const char *why; /* why there is no text; NULL: there is one */
};

#define SRCFILE_INIT                                                                               \
	{                                                                                          \
		.path = BUF_INIT, .text = BUF_INIT                                                 \
	}

/*
 * Find and read a source file: by the maps, then below the roots of the places, then at its path. A
 * relative path is also looked for in the folders of recordings.
 */
void srcfile_read(struct srcfile *file, const char *path, const struct srcfile_maps *maps,
		  const struct symfile_places *places);
void srcfile_release(struct srcfile *file);

#endif

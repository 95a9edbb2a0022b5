/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SOURCETEXT_H
#define ANNOTATE_SOURCETEXT_H

#include "annotate/code.h"
#include "sym/srcfile.h"

/*
 * Lines of the source files that debug information names, each file read once (sym/srcfile.h). One
 * thread's.
 */
struct sourcetext;

/* Both outlive it. A file is read again when there are more maps. */
struct sourcetext *sourcetext_open(const struct srcfile_maps *maps,
				   const struct symfile_places *places);
void sourcetext_close(struct sourcetext *texts);

/*
 * Line `line` (from 1) of the file at a path, without its end: bytes that are good until the
 * next call. NULL: there is no such line; *why (unless why is NULL) tells why there is no text of
 * the file, NULL: there is.
 */
const char *sourcetext_line(struct sourcetext *texts, const char *path, uint32_t line, size_t *len,
			    const char **why);

/* Append "file.c:12 (inlined f)  the line", escaped. */
void sourcetext_add(struct sourcetext *texts, const struct code_source *source, struct buf *out);

#endif

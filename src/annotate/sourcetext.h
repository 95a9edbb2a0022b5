/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SOURCETEXT_H
#define ANNOTATE_SOURCETEXT_H

#include "annotate/code.h"
#include "sym/srcfile.h"

/*
 * Lines of the source files that debug information names. Each file is read once (sym/srcfile.h).
 * Not for several threads.
 */
struct sourcetext;

/* Both arguments must outlive it. When path maps have been added, files are read again. */
struct sourcetext *sourcetext_open(const struct srcfile_maps *maps,
				   const struct symfile_places *places);
void sourcetext_close(struct sourcetext *texts);

/* Why the text of a source file is missing. NULL: it is not. */
const char *sourcetext_why(struct sourcetext *texts, const char *path);

/*
 * Append "file.c:12 (inlined f)  the line", escaped. One blank replaces each group of `blanks`
 * blanks at the beginning of the line; an incomplete group counts, too.
 */
void sourcetext_add(struct sourcetext *texts, const struct code_source *source, unsigned blanks,
		    struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_TITLE_H
#define VIEWS_ANNOTATION_TITLE_H

#include "annotate/annotation.h"
#include "views/counted.h"

/* What the title of an annotation states. */
struct annotation_title {
	const char *symbol;
	const struct annotation *annotation; /* NULL: there is none yet */
	const struct counted_records *what;
	const char *other; /* path of the recording that is compared; NULL: none */
	bool chains;	   /* samples are also counted at the calls of their stack */
};

/* Append "f in libc.so.6: 12 samples of cycles, 3.4 % of all where ..." (widgets/parts.h). */
void annotation_title_add(const struct annotation_title *title, struct buf *out);

#endif

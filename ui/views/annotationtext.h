/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATIONTEXT_H
#define VIEWS_ANNOTATIONTEXT_H

#include "annotate/sourcetext.h"
#include "views/annotationlines.h"

/*
 * Append the text of a line, escaped. Signs before an instruction show its loops and its jump, and
 * whether the jump under the cursor leads to it.
 */
void annotationtext_add(const struct annotationlines *lines, size_t line, size_t cursor,
			struct sourcetext *texts, struct buf *out);

#endif

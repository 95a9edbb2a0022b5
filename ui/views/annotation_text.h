/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VIEWS_ANNOTATION_TEXT_H
#define VIEWS_ANNOTATION_TEXT_H

#include "annotate/sourcetext.h"
#include "views/annotation_lines.h"

/*
 * Append the text of a line, escaped. Signs before an instruction show its loops and its jump, and
 * whether the jump under the cursor leads to it.
 */
void annotation_text_add(const struct annotation_lines *lines, size_t line, size_t cursor,
			 struct sourcetext *texts, struct buf *out);

#endif

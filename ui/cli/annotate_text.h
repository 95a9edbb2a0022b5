/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_ANNOTATE_TEXT_H
#define CLI_ANNOTATE_TEXT_H

#include "annotate/annotation.h"

/* What the text shows of a function: --show. */
enum annotate_parts {
	ANNOTATE_BOTH,
	ANNOTATE_SOURCE,
	ANNOTATE_ASM
};

/*
 * Write the annotation of the functions called symbol to standard output, as text: shares of
 * samples, with the instructions and the source lines that these begin, or with source lines only.
 * Returns an exit status.
 */
int annotate_text(const struct annotation *annotation, struct recording *recording,
		  const char *symbol, enum annotate_parts parts);

#endif

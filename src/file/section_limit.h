/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_LIMIT_H
#define FILE_SECTION_LIMIT_H

#include "base/report.h"

/* How much of a feature section text shows. JSON has all of it. */
enum {
	SECTION_SHOWN = 100,	/* elements of a list */
	SECTION_LINE_MAX = 4096 /* bytes of a line */
};

/* Report a text under a key (NULL: an element of a list). */
void section_limit_line(struct report *r, const char *key, const char *p, size_t len);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_LINES_H
#define FILE_SECTION_LINES_H

#include "base/report.h"

/* Lines of text in the report of a feature section. */
enum {
	SECTION_SHOWN = 100,	 /* elements of a list that text shows */
	SECTION_LINE_MAX = 4096, /* bytes of a line, after which text is cut */
	SECTION_COLUMNS = 76	 /* columns after which text breaks a line of several values */
};

/* Report a text under a key (NULL: an element of a list). JSON has all of it, text one line. */
void section_lines_one(struct report *r, const char *key, const char *p, size_t len);

/* Text: report many short values under one key in lines of SECTION_COLUMNS. */
struct section_wrap {
	struct report *r;
	const char *key;
	const char *join;
	struct buf line;
	uint64_t n;
};
void section_wrap_begin(struct section_wrap *w, struct report *r, const char *key,
			const char *join);
void section_wrap_add(struct section_wrap *w, const void *p, size_t len);
void section_wrap_end(struct section_wrap *w);

#endif

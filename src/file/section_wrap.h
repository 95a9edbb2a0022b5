/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FILE_SECTION_WRAP_H
#define FILE_SECTION_WRAP_H

#include "base/report.h"

/*
 * Many short values of a feature section under one key, in lines of SECTION_COLUMNS. For text; see
 * also file/section_limit.h.
 */
enum {
	SECTION_COLUMNS = 76
};

struct section_wrap {
	struct report *r;
	const char *key;
	const char *join; /* text between two values */
	struct buf line;
	uint64_t n; /* values */
};

void section_wrap_begin(struct section_wrap *w, struct report *r, const char *key,
			const char *join);
void section_wrap_add(struct section_wrap *w, const void *p, size_t len);
void section_wrap_end(struct section_wrap *w);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section_limit.h"

void section_limit_line(struct report *r, const char *key, const char *p, size_t len)
{
	struct buf line = BUF_INIT;

	if (r->form == REPORT_JSON || len <= SECTION_LINE_MAX) {
		report_bytes(r, key, p, len);
		return;
	}
	buf_add(&line, p, SECTION_LINE_MAX);
	buf_addf(&line, " ... %zu bytes more", len - SECTION_LINE_MAX);
	report_bytes(r, key, line.p, line.len);
	buf_release(&line);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section_wrap.h"

#include "file/section_limit.h"

void section_wrap_begin(struct section_wrap *w, struct report *r, const char *key, const char *join)
{
	*w = (struct section_wrap){ .r = r, .key = key, .join = join, .line = BUF_INIT };
}

static void wrap_flush(struct section_wrap *w)
{
	section_limit_line(w->r, w->key, w->line.p, w->line.len);
	buf_reset(&w->line);
	w->key = "";
}

static void wrap_add(struct section_wrap *w, const void *p, size_t len)
{
	if (w->line.len)
		buf_adds(&w->line, w->join);
	if (w->line.len && w->line.len + len > SECTION_COLUMNS) {
		while (w->line.len && w->line.p[w->line.len - 1] == ' ')
			buf_truncate(&w->line, w->line.len - 1);
		wrap_flush(w);
	}
	buf_add(&w->line, p, len);
}

void section_wrap_add(struct section_wrap *w, const void *p, size_t len)
{
	if (w->n++ < SECTION_SHOWN)
		wrap_add(w, p, len);
}

void section_wrap_end(struct section_wrap *w)
{
	struct buf more = BUF_INIT;

	if (w->n > SECTION_SHOWN) {
		buf_addf(&more, "... %llu more", (unsigned long long)(w->n - SECTION_SHOWN));
		wrap_add(w, more.p, more.len);
	} else if (!w->n) {
		buf_adds(&w->line, "none");
	}
	wrap_flush(w);
	buf_release(&more);
	buf_release(&w->line);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/* ---- reading ---- */

void section_init(struct section_reader *s, const struct features *features, const uint8_t *p,
		  size_t len)
{
	*s = (struct section_reader){
		.c = { p, len, features->big, false },
		.start = p,
		.features = features,
		.problem = BUF_INIT,
	};
}

void section_release(struct section_reader *s)
{
	buf_release(&s->problem);
}

void section_fail(struct section_reader *s, const char *fmt, ...)
{
	va_list ap;

	if (!s->problem.len) {
		if (s->entry < s->entries)
			buf_addf(&s->problem,
				 "entry %llu of %llu: ", (unsigned long long)s->entry + 1,
				 (unsigned long long)s->entries);
		va_start(ap, fmt);
		buf_vaddf(&s->problem, fmt, ap);
		va_end(ap);
		s->problem_at = (uint64_t)(s->c.p - s->start);
	}
	s->c.failed = true;
}

const uint8_t *section_take(struct section_reader *s, const char *what, uint64_t len)
{
	if (!s->c.failed && len > s->c.left)
		section_fail(s, "%s: %llu bytes needed, %zu left", what, (unsigned long long)len,
			     s->c.left);
	return cursor_take(&s->c, len);
}

uint32_t section_u32(struct section_reader *s, const char *what)
{
	const uint8_t *p = section_take(s, what, 4);

	return p ? load_u32(p, s->c.big) : 0;
}

uint64_t section_u64(struct section_reader *s, const char *what)
{
	const uint8_t *p = section_take(s, what, 8);

	return p ? load_u64(p, s->c.big) : 0;
}

const char *section_string(struct section_reader *s, const char *what, size_t *len)
{
	uint32_t size = section_u32(s, what);
	const uint8_t *p = section_take(s, what, size);

	*len = p ? text_nul(p, size) : 0;
	return (const char *)p;
}

const char *section_cstring(struct section_reader *s, const char *what, size_t *len)
{
	const uint8_t *p;

	*len = s->c.failed ? 0 : text_nul(s->c.p, s->c.left);
	if (!s->c.failed && *len == s->c.left)
		section_fail(s, "%s has no end", what);
	p = cursor_take(&s->c, *len + 1);
	return (const char *)p;
}

void section_string_value(struct section_reader *s, const char *key)
{
	size_t len;
	const char *text = section_string(s, key ? key : "a string", &len);

	if (text)
		section_limit_line(s->r, key, text, len);
}

void section_u32_value(struct section_reader *s, const char *key)
{
	uint32_t v = section_u32(s, key);

	if (!s->c.failed)
		report_u64(s->r, key, v);
}

void section_u64_value(struct section_reader *s, const char *key)
{
	uint64_t v = section_u64(s, key);

	if (!s->c.failed)
		report_u64(s->r, key, v);
}

/* ---- lists and lines ---- */

bool section_next(struct section_reader *s, uint64_t i, uint64_t n)
{
	s->entry = i;
	s->entries = n;
	/* A section that is only checked keeps no output. */
	if (s->dry)
		buf_reset(s->r->out);
	if (s->c.failed || (n && i >= n) || (!n && !s->c.left)) {
		s->entries = 0;
		return false;
	}
	return true;
}

bool section_shown(const struct section_reader *s, uint64_t i)
{
	return !section_text(s) || i < SECTION_SHOWN;
}

void section_more(struct section_reader *s, uint64_t n)
{
	struct buf line = BUF_INIT;

	if (section_shown(s, n ? n - 1 : 0))
		return;
	buf_addf(&line, "... %llu more", (unsigned long long)(n - SECTION_SHOWN));
	report_str(s->r, NULL, line.p);
	buf_release(&line);
}

void section_each(struct section_reader *s, const char *count, section_element_fn *read)
{
	uint32_t n = section_u32(s, count);
	uint64_t i;

	if (section_text(s) && !n && !s->c.failed) {
		report_str(s->r, s->key, "none");
		return;
	}
	report_list(s->r, s->key);
	for (i = 0; n && section_next(s, i, n); i++)
		if (!read(s, section_shown(s, i)))
			break;
	section_more(s, i);
	report_end_list(s->r);
}

void section_line(struct section_reader *s, const char *key, struct buf *line)
{
	section_limit_line(s->r, key, line->p, line->len);
	buf_reset(line);
}

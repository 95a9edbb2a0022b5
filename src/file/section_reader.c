/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/section_reader.h"

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

/* Append a line of text, cut to a length that a person can read. */
static void text_line(struct report *r, const char *key, const char *p, size_t len)
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

void section_string_value(struct section_reader *s, const char *key)
{
	size_t len;
	const char *text = section_string(s, key ? key : "a string", &len);

	if (text)
		text_line(s->r, key, text, len);
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
	text_line(s->r, key, line->p, line->len);
	buf_reset(line);
}

void section_wrap_begin(struct section_wrap *w, struct report *r, const char *key, const char *join)
{
	*w = (struct section_wrap){ .r = r, .key = key, .join = join, .line = BUF_INIT };
}

static void wrap_flush(struct section_wrap *w)
{
	text_line(w->r, w->key, w->line.p, w->line.len);
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

static void ranges_flush(struct section_ranges *r)
{
	if (!r->n)
		return;
	if (r->ranges++ >= SECTION_RANGES) {
		r->left_out += r->n;
		return;
	}
	buf_addf(r->out, "%s%llu", r->ranges > 1 ? " " : "", (unsigned long long)r->first);
	if (r->n > 1)
		buf_addf(r->out, "-%llu", (unsigned long long)(r->first + r->n - 1));
}

void section_ranges_add(struct section_ranges *r, uint64_t v)
{
	if (r->n && v == r->first + r->n) {
		r->n++;
		return;
	}
	ranges_flush(r);
	r->first = v;
	r->n = 1;
}

void section_ranges_end(struct section_ranges *r)
{
	ranges_flush(r);
	if (r->left_out)
		buf_addf(r->out, " ... %llu more", (unsigned long long)r->left_out);
}

void section_add_size(struct buf *buf, uint64_t bytes)
{
	static const char units[] = "KMGTPE";
	unsigned shift = 0;

	while (shift < 60 && bytes >> shift >= 1024)
		shift += 10;
	if (!shift)
		buf_addf(buf, "%llu bytes", (unsigned long long)bytes);
	else if (bytes & ((1ull << shift) - 1))
		buf_addf(buf, "%.1f %ciB", (double)bytes / (double)(1ull << shift),
			 units[shift / 10 - 1]);
	else
		buf_addf(buf, "%llu %ciB", (unsigned long long)(bytes >> shift),
			 units[shift / 10 - 1]);
}

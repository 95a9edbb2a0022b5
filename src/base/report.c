/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/report.h"

#include <string.h>

#include "base/text.h"

enum {
	KEY_COLUMNS = 18 /* width of keys in text */
};

void report_init(struct report *r, enum report_form form, struct buf *out)
{
	*r = (struct report){ .form = form, .out = out, .json = JSONW_INIT(out) };
}

static void text_indent(struct report *r)
{
	size_t columns = 2 * (size_t)r->depth;

	if (r->dash && columns >= 2) {
		buf_fill(r->out, ' ', columns - 2);
		buf_adds(r->out, "- ");
	} else {
		buf_fill(r->out, ' ', columns);
	}
	r->dash = false;
}

/* Text: what precedes a value: its key, or a blank inside a list of values. */
static void text_key(struct report *r, const char *key)
{
	int width = KEY_COLUMNS - 2 * (int)r->depth;

	if (r->inline_list) {
		if (!r->first)
			buf_addc(r->out, ' ');
		r->first = false;
		return;
	}
	text_indent(r);
	if (key)
		buf_addf(r->out, "%-*s ", width > 0 ? width : 0, key);
}

static void text_done(struct report *r)
{
	if (!r->inline_list)
		buf_addc(r->out, '\n');
}

/* Write what precedes a value. Returns true if the value must be written as JSON. */
static bool begin_value(struct report *r, const char *key)
{
	if (r->form == REPORT_JSON && key)
		jsonw_key(&r->json, key);
	if (r->form == REPORT_TEXT)
		text_key(r, key);
	return r->form == REPORT_JSON;
}

static void group_begin(struct report *r, const char *key, char bracket)
{
	if (r->form == REPORT_JSON) {
		if (key)
			jsonw_key(&r->json, key);
		jsonw_begin(&r->json, bracket);
		return;
	}
	if (key) {
		text_indent(r);
		buf_addf(r->out, "%s\n", key);
	} else if (r->depth) {
		r->dash = true;
	}
	if (key || r->depth)
		r->depth++;
}

static void group_end(struct report *r, char bracket)
{
	if (r->form == REPORT_JSON)
		jsonw_end(&r->json, bracket);
	else if (r->depth)
		r->depth--;
	r->dash = false;
}

void report_object(struct report *r, const char *key)
{
	group_begin(r, key, '{');
}

void report_end_object(struct report *r)
{
	group_end(r, '}');
}

void report_list(struct report *r, const char *key)
{
	group_begin(r, key, '[');
}

void report_end_list(struct report *r)
{
	group_end(r, ']');
}

void report_values(struct report *r, const char *key)
{
	if (begin_value(r, key)) {
		jsonw_begin(&r->json, '[');
		return;
	}
	r->inline_list = true;
	r->first = true;
}

void report_end_values(struct report *r)
{
	if (r->form == REPORT_JSON) {
		jsonw_end(&r->json, ']');
		return;
	}
	r->inline_list = false;
	text_done(r);
}

void report_u64(struct report *r, const char *key, uint64_t v)
{
	if (begin_value(r, key)) {
		jsonw_u64(&r->json, v);
		return;
	}
	buf_add_u64(r->out, v);
	text_done(r);
}

void report_s64(struct report *r, const char *key, int64_t v)
{
	if (begin_value(r, key)) {
		jsonw_s64(&r->json, v);
		return;
	}
	buf_add_s64(r->out, v);
	text_done(r);
}

void report_hex(struct report *r, const char *key, uint64_t v)
{
	if (begin_value(r, key)) {
		jsonw_u64(&r->json, v);
		return;
	}
	buf_addf(r->out, "0x%llx", (unsigned long long)v);
	text_done(r);
}

void report_bool(struct report *r, const char *key, bool v)
{
	if (begin_value(r, key)) {
		jsonw_bool(&r->json, v);
		return;
	}
	buf_adds(r->out, v ? "yes" : "no");
	text_done(r);
}

void report_str(struct report *r, const char *key, const char *s)
{
	report_bytes(r, key, s, strlen(s));
}

void report_bytes(struct report *r, const char *key, const void *p, size_t len)
{
	if (!begin_value(r, key)) {
		text_escape(r->out, p, len);
		text_done(r);
	} else if (jsonw_bytes(&r->json, p, len) && key) {
		struct buf hex = BUF_INIT;

		buf_addf(&hex, "%s_hex", key);
		jsonw_key(&r->json, hex.p);
		jsonw_hex(&r->json, p, len);
		buf_release(&hex);
	}
}

void report_hexbytes(struct report *r, const char *key, const uint8_t *p, size_t len)
{
	if (begin_value(r, key)) {
		jsonw_hex(&r->json, p, len);
		return;
	}
	buf_add_hexbytes(r->out, p, len);
	text_done(r);
}

void report_time(struct report *r, const char *key, uint64_t ns)
{
	if (begin_value(r, key)) {
		jsonw_u64(&r->json, ns);
		return;
	}
	buf_addf(r->out, "%llu.%09llu s", (unsigned long long)(ns / 1000000000),
		 (unsigned long long)(ns % 1000000000));
	text_done(r);
}

void report_size(struct report *r, const char *key, uint64_t bytes)
{
	if (begin_value(r, key)) {
		jsonw_u64(&r->json, bytes);
		return;
	}
	buf_addf(r->out, "%llu bytes", (unsigned long long)bytes);
	text_done(r);
}

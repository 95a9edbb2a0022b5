/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRACING_DATA in the format of trace-cmd; perf's util/trace-event-info.c. */
#include "file/feature_tracing.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/feature_rows.h"
#include "file/section.h"
#include "file/section_wrap.h"
#include "tracing/tracedata.h"

/* Functions that are called for the parts of the section; each may be NULL. */
struct tracing_visitor {
	void (*system)(struct tracing_visitor *v, const char *name, size_t len, uint32_t events);
	void (*event)(struct tracing_visitor *v, const char *name, size_t len, uint64_t id);
	void (*system_end)(struct tracing_visitor *v);
};

struct tracing_head {
	const char *version;
	size_t version_len;
	bool big;
	uint8_t long_size;
	uint32_t page_size;
	uint64_t header_page, header_event;
	uint32_t ftrace;
};

/* The parts after the systems. */
struct tracing_tail {
	uint32_t kallsyms, printk;
	bool has_cmdlines;
	uint64_t cmdlines;
};

static uint8_t take_u8(struct section_reader *s, const char *what)
{
	const uint8_t *p = section_take(s, what, 1);

	return p ? *p : 0;
}

/* The size of a part that begins with its own name. */
static uint64_t named_part(struct section_reader *s, const char *name)
{
	size_t len;
	const char *p = section_cstring(s, name, &len);
	uint64_t size;

	if (p && strcmp(p, name) != 0) {
		section_fail(s, "expected %s here", name);
		return 0;
	}
	size = section_u64(s, name);
	section_take(s, name, size);
	return size;
}

/* The section itself states its byte order. */
static void read_head(struct section_reader *s, struct tracing_head *h)
{
	static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	const uint8_t *p = section_take(s, "the magic", sizeof(magic));

	*h = (struct tracing_head){ 0 };
	if (p && memcmp(p, magic, sizeof(magic)) != 0) {
		section_fail(s, "the magic is not that of tracing data");
		return;
	}
	h->version = section_cstring(s, "the version", &h->version_len);
	h->big = take_u8(s, "the byte order");
	s->c.big = h->big;
	h->long_size = take_u8(s, "the size of a long");
	h->page_size = section_u32(s, "the size of a page");
	h->header_page = named_part(s, "header_page");
	h->header_event = named_part(s, "header_event");
	h->ftrace = section_u32(s, "the number of ftrace formats");
	for (uint64_t i = 0; h->ftrace && section_next(s, i, h->ftrace); i++)
		section_take(s, "an ftrace format", section_u64(s, "an ftrace format"));
}

/* The value of a line "KEY: VALUE" of a format, without the line's end. */
static const char *format_line(const char *p, size_t size, const char *key, size_t *len)
{
	size_t key_len = strlen(key);
	const char *end = p + size, *eol;

	for (; p < end; p = eol + 1) {
		eol = memchr(p, '\n', (size_t)(end - p));
		eol = eol ? eol : end;
		if ((size_t)(eol - p) >= key_len && !memcmp(p, key, key_len)) {
			*len = (size_t)(eol - p) - key_len;
			return p + key_len;
		}
		if (eol == end)
			break;
	}
	return NULL;
}

static uint64_t decimal(const char *p, size_t len)
{
	uint64_t v = 0;

	for (; len && *p >= '0' && *p <= '9'; p++, len--)
		v = v * 10 + (uint64_t)(*p - '0');
	return v;
}

static void read_format(struct section_reader *s, struct tracing_visitor *v)
{
	uint64_t size = section_u64(s, "a format");
	const char *p = (const char *)section_take(s, "a format", size);
	const char *name, *id;
	size_t name_len, id_len;

	if (!p)
		return;
	name = format_line(p, size, "name: ", &name_len);
	id = format_line(p, size, "ID: ", &id_len);
	if (v->event && name && id)
		v->event(v, name, name_len, decimal(id, id_len));
}

static void read_system(struct section_reader *s, struct tracing_visitor *v)
{
	size_t len;
	const char *name = section_cstring(s, "the name of a system", &len);
	uint32_t events = section_u32(s, "the number of events");

	if (s->c.failed)
		return;
	if (v->system)
		v->system(v, name, len, events);
	for (uint64_t i = 0; events && section_next(s, i, events); i++)
		read_format(s, v);
	if (v->system_end)
		v->system_end(v);
}

/* Version 0.6 added the last part. */
static void read_tail(struct section_reader *s, const struct tracing_head *h,
		      struct tracing_tail *tail)
{
	tail->kallsyms = section_u32(s, "kallsyms");
	section_take(s, "kallsyms", tail->kallsyms);
	tail->printk = section_u32(s, "the formats of printk");
	section_take(s, "the formats of printk", tail->printk);
	tail->has_cmdlines = false;
	tail->cmdlines = 0;
	if (s->c.failed || (h->version_len == 3 && !memcmp(h->version, "0.5", 3)))
		return;
	tail->cmdlines = section_u64(s, "the command lines");
	section_take(s, "the command lines", tail->cmdlines);
	tail->has_cmdlines = !s->c.failed;
}

/* ---- names by id ---- */

void feature_tracing_events(const struct features *features, tracing_event_fn *each, void *arg)
{
	const struct feature_section *section = features_find(features, FEATURE_TRACING_DATA);
	struct tracedata data;
	struct buf full = BUF_INIT;
	struct err err = ERR_INIT;

	if (!section || !section->bytes)
		return;
	tracedata_parse(&data, section->bytes, section->place.size, &err);
	for (size_t i = 0; i < data.formats.n; i++) {
		const struct tracedata_format *f = &data.formats.v[i];
		size_t name_len, id_len;
		const char *name = format_line(f->text, f->len, "name: ", &name_len);
		const char *id = format_line(f->text, f->len, "ID: ", &id_len);

		if (!name || !id)
			continue;
		buf_reset(&full);
		buf_addf(&full, "%s:", f->system);
		buf_add(&full, name, name_len);
		each(arg, full.p, full.len, decimal(id, id_len));
	}
	tracedata_release(&data);
	buf_release(&full);
}

/* ---- the report ---- */

struct report_visitor {
	struct tracing_visitor v;
	struct section_reader *s;
	struct section_wrap wrap; /* text: the names of one system */
	struct buf key;
	uint64_t systems;
};

static void json_system(struct tracing_visitor *visitor, const char *name, size_t len,
			uint32_t events)
{
	struct report_visitor *v = (struct report_visitor *)visitor;

	(void)events;
	report_object(v->s->r, NULL);
	report_bytes(v->s->r, "name", name, len);
	report_list(v->s->r, "events");
}

static void json_event(struct tracing_visitor *visitor, const char *name, size_t len, uint64_t id)
{
	struct report_visitor *v = (struct report_visitor *)visitor;

	report_object(v->s->r, NULL);
	report_u64(v->s->r, "id", id);
	report_bytes(v->s->r, "name", name, len);
	report_end_object(v->s->r);
}

static void json_system_end(struct tracing_visitor *visitor)
{
	struct report_visitor *v = (struct report_visitor *)visitor;

	report_end_list(v->s->r);
	report_end_object(v->s->r);
}

static void text_system(struct tracing_visitor *visitor, const char *name, size_t len,
			uint32_t events)
{
	struct report_visitor *v = (struct report_visitor *)visitor;

	(void)events;
	if (v->systems++ >= SECTION_SHOWN)
		return;
	buf_reset(&v->key);
	text_escape(&v->key, name, len);
	section_wrap_begin(&v->wrap, v->s->r, v->key.p, ", ");
}

static void text_event(struct tracing_visitor *visitor, const char *name, size_t len, uint64_t id)
{
	struct report_visitor *v = (struct report_visitor *)visitor;
	struct buf part = BUF_INIT;

	if (v->systems > SECTION_SHOWN)
		return;
	buf_add(&part, name, len);
	buf_addf(&part, " %llu", (unsigned long long)id);
	section_wrap_add(&v->wrap, part.p, part.len);
	buf_release(&part);
}

static void text_system_end(struct tracing_visitor *visitor)
{
	struct report_visitor *v = (struct report_visitor *)visitor;

	if (v->systems <= SECTION_SHOWN)
		section_wrap_end(&v->wrap);
}

static void report_head(struct section_reader *s, const struct tracing_head *h)
{
	struct buf line = BUF_INIT;

	if (section_text(s)) {
		buf_add(&line, h->version, h->version_len);
		buf_addf(&line, ", %s endian, longs of %u bytes, pages of %u bytes",
			 h->big ? "big" : "little", h->long_size, h->page_size);
		section_line(s, "version", &line);
	} else {
		report_bytes(s->r, "version", h->version, h->version_len);
		report_str(s->r, "endian", h->big ? "big" : "little");
		report_u64(s->r, "long_size", h->long_size);
		report_u64(s->r, "page_size", h->page_size);
		report_u64(s->r, "header_page_size", h->header_page);
		report_u64(s->r, "header_event_size", h->header_event);
		report_u64(s->r, "ftrace", h->ftrace);
	}
	buf_release(&line);
}

static void report_tail(struct section_reader *s, const struct tracing_tail *tail)
{
	if (section_text(s)) {
		if (tail->kallsyms)
			report_size(s->r, "(kallsyms)", tail->kallsyms);
		if (tail->printk)
			report_size(s->r, "(printk)", tail->printk);
		if (tail->cmdlines)
			report_size(s->r, "(cmdlines)", tail->cmdlines);
		return;
	}
	report_u64(s->r, "kallsyms_size", tail->kallsyms);
	report_u64(s->r, "printk_size", tail->printk);
	report_u64(s->r, "cmdlines_size", tail->cmdlines);
}

bool feature_tracing_tasks(const struct features *features, const uint8_t *p, size_t len,
			   size_t *at)
{
	struct tracing_visitor nothing = { NULL };
	struct section_reader s;
	struct tracing_head head;
	struct tracing_tail tail;
	uint32_t n;
	bool sound;

	section_init(&s, features, p, len);
	read_head(&s, &head);
	n = section_u32(&s, "the number of systems");
	for (uint32_t i = 0; i < n && !s.c.failed; i++)
		read_system(&s, &nothing);
	read_tail(&s, &head, &tail);
	sound = !s.c.failed;
	*at = len;
	if (tail.has_cmdlines)
		*at = (size_t)(s.c.p - p) - tail.cmdlines - 8;
	section_release(&s);
	return sound;
}

void feature_tracing_read(struct section_reader *s)
{
	static const struct tracing_visitor json = { json_system, json_event, json_system_end };
	static const struct tracing_visitor text = { text_system, text_event, text_system_end };
	struct report_visitor v = { section_text(s) ? text : json, s, .key = BUF_INIT };
	struct tracing_head head;
	struct tracing_tail tail;
	uint32_t n;

	read_head(s, &head);
	n = section_u32(s, "the number of systems");
	if (s->c.failed)
		return;
	report_object(s->r, s->key);
	report_head(s, &head);
	if (!section_text(s))
		report_list(s->r, "systems");
	for (uint32_t i = 0; i < n && !s->c.failed; i++)
		read_system(s, &v.v);
	if (!section_text(s))
		report_end_list(s->r);
	section_more(s, v.systems);
	read_tail(s, &head, &tail);
	if (!s->c.failed)
		report_tail(s, &tail);
	report_end_object(s->r);
	buf_release(&v.key);
}

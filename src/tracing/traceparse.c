/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/traceparse.h"

#include <event-parse.h>
#include <stdlib.h>
#include <string.h>

#include "tracing/printcompile.h"
#include "tracing/tracetable.h"

enum {
	/*
	 * Zeros after the raw data, as far as a place in them can point: offsets and lengths have
	 * 16 bits, and the library checks neither.
	 */
	ROOM = 3 * (TRACEFMT_RAW_MAX + 1) + 64
};

static const char print_format[] = "print fmt:";

struct traceparse {
	const struct tracedata *data;
	struct tep_handle *tep;
	struct tep_handle *fields; /* formats without their print formats */
	struct tep_event **events; /* by number; NULL: not parsed */
	struct trace_seq seq;
	uint64_t *raw; /* ROOM bytes */
	size_t used;   /* bytes of raw that are not zero */
};

/*
 * ADDRESS : "FORMAT". If there is no colon, the library reads on after the line's end; if the text
 * has fewer than three bytes, it reads before its beginning.
 */
static bool is_printk(const char *line, size_t len)
{
	const char *end = line + len, *colon;

	while (line < end && *line == ':')
		line++;
	colon = memchr(line, ':', (size_t)(end - line));
	return colon && (size_t)(end - colon) > strlen(": \"%s");
}

static void parse_printk(struct traceparse *p)
{
	const char *line = p->data->printk;
	size_t left = line ? strnlen(line, p->data->printk_len) : 0;
	struct buf text = BUF_INIT;

	while (left) {
		const char *eol = memchr(line, '\n', left);
		size_t len = eol ? (size_t)(eol + 1 - line) : left;

		if (is_printk(line, eol ? len - 1 : len))
			buf_add(&text, line, len);
		line += len;
		left -= len;
	}
	if (text.len && p->tep)
		tep_parse_printk_formats(p->tep, text.p);
	buf_release(&text);
}

static void set_machine(struct tep_handle *tep, const struct tracedata *data)
{
	if (!tep)
		return;
	tep_set_file_bigendian(tep, data->big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(tep, (int)data->long_size);
	tep_set_page_size(tep, (int)data->page_size);
}

struct traceparse *traceparse_open(const struct tracedata *data)
{
	struct traceparse *p = mem_zalloc(sizeof(*p));

	p->data = data;
	p->tep = tep_alloc();
	p->fields = tep_alloc();
	p->events = mem_zalloc((data->formats.n + 1) * sizeof(struct tep_event *));
	p->raw = mem_zalloc(ROOM);
	trace_seq_init(&p->seq);
	set_machine(p->tep, data);
	set_machine(p->fields, data);
	parse_printk(p);
	return p;
}

void traceparse_close(struct traceparse *p)
{
	trace_seq_destroy(&p->seq);
	tep_free(p->tep);
	tep_free(p->fields);
	free(p->events);
	free(p->raw);
	free(p);
}

/* The library takes every array of u8 for text, but network addresses are such arrays. */
static bool is_text(const struct tep_format_field *field)
{
	return field->flags & TEP_FIELD_IS_STRING && strstr(field->type, "char") &&
	       !strstr(field->type, "unsigned char");
}

static uint32_t field_flags(const struct tep_format_field *field)
{
	static const struct {
		unsigned long theirs;
		uint32_t ours;
	} flags[] = {
		{ TEP_FIELD_IS_SIGNED, TRACEFMT_SIGNED },
		{ TEP_FIELD_IS_ARRAY, TRACEFMT_ARRAY },
		{ TEP_FIELD_IS_DYNAMIC, TRACEFMT_DYNAMIC },
		{ TEP_FIELD_IS_RELATIVE, TRACEFMT_RELATIVE },
		{ TEP_FIELD_IS_POINTER, TRACEFMT_ADDRESS },
	};
	uint32_t ours = is_text(field) ? TRACEFMT_STRING : 0;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (field->flags & flags[i].theirs)
			ours |= flags[i].ours;
	/* An unsigned long is mostly a pointer; perf shows it as one, too. */
	if (field->flags & TEP_FIELD_IS_LONG && !(field->flags & TEP_FIELD_IS_SIGNED))
		ours |= TRACEFMT_ADDRESS;
	return ours;
}

static size_t add_fields(const struct tep_format_field *field, struct tracefmt_field *fields,
			 size_t n)
{
	for (; field && n < TRACEFMT_FIELDS_MAX; field = field->next)
		fields[n++] = (struct tracefmt_field){
			.name = field->name,
			.offset = (uint32_t)field->offset,
			.size = (uint32_t)field->size,
			.element = field->elementsize,
			.flags = field_flags(field),
		};
	return n;
}

static void describe(const struct tep_event *event, uint32_t number, struct buf *table)
{
	struct tracefmt_field *fields = mem_alloc(TRACEFMT_FIELDS_MAX * sizeof(*fields));
	struct tracefmt_desc desc = {
		.id = (uint32_t)event->id,
		.number = number,
		.system = event->system,
		.name = event->name,
		.fields = fields,
	};

	desc.n = add_fields(event->format.common_fields, fields, 0);
	desc.n = add_fields(event->format.fields, fields, desc.n);
	tracetable_put(table, &desc);
	free(fields);
}

/*
 * The text of a format in a form that the library can read. For the library a string ends at a tab,
 * but the print formats of maple trees have tabs in strings. Strings after the first comma are
 * arguments.
 */
static void add_format(struct buf *text, const struct tracedata_format *format)
{
	const char *p = memmem(format->text, format->len, print_format, strlen(print_format));
	const char *end = format->text + format->len, *from = format->text;
	bool quoted = false;

	for (; p && p < end && (quoted || *p != ','); p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (quoted && *p == '\\')
			p++;
		if (p >= end || *p != '\t' || !quoted)
			continue;
		buf_add(text, from, (size_t)(p - from));
		buf_adds(text, "\\t");
		from = p + 1;
	}
	buf_add(text, from, (size_t)(end - from));
}

/* The text of a format, with an empty print format. */
static void add_fields_only(struct buf *text, const struct tracedata_format *format)
{
	const char *p = memmem(format->text, format->len, print_format, strlen(print_format));

	buf_add(text, format->text, p ? (size_t)(p - format->text) : format->len);
	if (p)
		buf_addf(text, "%s \"\"\n", print_format);
}

/* An event has fields even if the library cannot parse its print format. */
static struct tep_event *parse_text(struct tep_handle *tep, const struct buf *text,
				    const char *system)
{
	struct tep_event *event = NULL;

	if (!tep || tep_parse_format(tep, &event, text->p, text->len, system) ==
			    TEP_ERRNO__MEM_ALLOC_FAILED)
		return NULL;
	return event && event->name && event->system ? event : NULL;
}

bool traceparse_fields(struct traceparse *p, uint32_t number, struct buf *table)
{
	const struct tracedata_format *format = &p->data->formats.v[number];
	struct buf text = BUF_INIT;
	struct tep_event *event;

	add_fields_only(&text, format);
	event = parse_text(p->fields, &text, format->system);
	if (event)
		describe(event, number, table);
	buf_release(&text);
	return event;
}

bool traceparse_format(struct traceparse *p, uint32_t number)
{
	const struct tracedata_format *format = &p->data->formats.v[number];
	struct buf text = BUF_INIT;

	add_format(&text, format);
	p->events[number] = parse_text(p->tep, &text, format->system);
	buf_release(&text);
	return p->events[number];
}

/* If several formats have the same id, the library decides whose samples they are. */
struct printfmt *traceparse_print(struct traceparse *p, uint32_t number)
{
	struct tep_event *event = number < p->data->formats.n ? p->events[number] : NULL;

	if (!event || tep_find_event(p->tep, event->id) != event)
		return NULL;
	return printcompile_event(event, p->data->long_size, p->data->big);
}

bool traceparse_text(struct traceparse *p, uint32_t number, uint32_t cpu, const void *raw,
		     size_t len, struct buf *out)
{
	struct tep_record record = { .size = (int)len, .cpu = (int)cpu, .data = p->raw };

	if (number >= p->data->formats.n || !p->events[number] || len > TRACEFMT_RAW_MAX)
		return false;
	memcpy(p->raw, raw, len);
	if (len < p->used)
		memset((char *)p->raw + len, 0, p->used - len);
	p->used = len;
	trace_seq_reset(&p->seq);
	tep_print_event(p->tep, &p->seq, &record, "%s", TEP_PRINT_INFO);
	if (p->seq.state != TRACE_SEQ__GOOD)
		return false;
	buf_add(out, p->seq.buffer, p->seq.len);
	return true;
}

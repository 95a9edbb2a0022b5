/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/tracedata.h"

#include <string.h>

#include "wire/bytes.h"

static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

static const char *take_string(struct cursor *c)
{
	const uint8_t *nul = c->failed ? NULL : memchr(c->p, '\0', c->left);

	if (!nul) {
		c->failed = true;
		return "";
	}
	return (const char *)cursor_take(c, (size_t)(nul - c->p) + 1);
}

/* Take bytes with their length before them, a number of size bytes. */
static const char *take_sized(struct cursor *c, unsigned size, size_t *len)
{
	uint64_t n = cursor_uint(c, size);
	const uint8_t *p = n <= c->left ? cursor_take(c, (size_t)n) : NULL;

	if (!p)
		c->failed = true;
	*len = p ? (size_t)n : 0;
	return (const char *)p;
}

/* Skip one of the two headers of ring buffer pages, which begins with its name. */
static void skip_header(struct cursor *c, const char *name)
{
	size_t len;

	if (strcmp(take_string(c), name) != 0)
		c->failed = true;
	take_sized(c, 8, &len);
}

static void take_formats(struct cursor *c, struct tracedata *data, const char *system)
{
	uint32_t n = cursor_u32(c);

	for (uint32_t i = 0; i < n && !c->failed; i++) {
		struct tracedata_format format = { .system = system };

		format.text = take_sized(c, 8, &format.len);
		if (!c->failed)
			vec_push(&data->formats, format);
	}
}

static void take_systems(struct cursor *c, struct tracedata *data)
{
	uint32_t n = cursor_u32(c);

	for (uint32_t i = 0; i < n && !c->failed; i++)
		take_formats(c, data, take_string(c));
}

static void take_start(struct cursor *c, struct tracedata *data)
{
	const uint8_t *start = cursor_take(c, sizeof(magic));

	if (!start || memcmp(start, magic, sizeof(magic)) != 0)
		c->failed = true;
	take_string(c); /* the version: 0.5 and 0.6 differ in their last part */
	data->big = cursor_uint(c, 1);
	c->big = data->big;
	data->long_size = (unsigned)cursor_uint(c, 1);
	data->page_size = cursor_u32(c);
	if (data->long_size != 4 && data->long_size != 8)
		c->failed = true;
}

int tracedata_parse(struct tracedata *data, const uint8_t *p, size_t len, struct err *err)
{
	struct cursor c = { .p = p, .left = len };
	size_t skipped;

	*data = (struct tracedata){ 0 };
	take_start(&c, data);
	skip_header(&c, "header_page");
	skip_header(&c, "header_event");
	take_formats(&c, data, "ftrace");
	take_systems(&c, data);
	take_sized(&c, 4, &skipped); /* kallsyms: symbols come from other sources */
	data->printk = take_sized(&c, 4, &data->printk_len);
	if (c.failed)
		return err_set_at(err, ERR_FORMAT, (uint64_t)(c.p - p),
				  "the tracing data are truncated or damaged");
	return 0;
}

void tracedata_release(struct tracedata *data)
{
	vec_release(&data->formats);
}

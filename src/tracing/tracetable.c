/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracing/tracetable.h"

#include <string.h>

#include "wire/bytes.h"

static void put_u32(struct buf *table, uint32_t v)
{
	buf_add(table, &v, sizeof(v));
}

static void put_string(struct buf *table, const char *s)
{
	size_t len = strlen(s) + 1;

	put_u32(table, (uint32_t)len);
	buf_add(table, s, len);
}

void tracetable_put(struct buf *table, const struct tracefmt_desc *desc)
{
	put_u32(table, desc->id);
	put_u32(table, desc->number);
	put_string(table, desc->system);
	put_string(table, desc->name);
	put_u32(table, (uint32_t)desc->n);
	for (size_t i = 0; i < desc->n; i++) {
		const struct tracefmt_field *field = &desc->fields[i];

		put_string(table, field->name);
		put_u32(table, field->offset);
		put_u32(table, field->size);
		put_u32(table, field->element);
		put_u32(table, field->flags);
	}
}

/* Get a string that the table has with its NUL, and no other NUL. */
static const char *get_string(struct cursor *c)
{
	uint32_t len = cursor_u32(c);
	const uint8_t *p = cursor_take(c, len);

	if (!p || !len || memchr(p, '\0', len) != p + len - 1) {
		c->failed = true;
		return "";
	}
	return (const char *)p;
}

static void get_field(struct cursor *c, struct tracefmt_field *field)
{
	field->name = get_string(c);
	field->offset = cursor_u32(c);
	field->size = cursor_u32(c);
	field->element = cursor_u32(c);
	field->flags = cursor_u32(c);
}

bool tracetable_get(struct tracefmts *formats, const void *table, size_t len)
{
	struct cursor c = {
		.p = table,
		.left = len,
		.big = HOST_BIG,
	};
	struct tracefmt_field *fields = mem_alloc(TRACEFMT_FIELDS_MAX * sizeof(*fields));

	while (c.left && !c.failed) {
		struct tracefmt_desc desc = { .fields = fields };
		uint32_t n;

		desc.id = cursor_u32(&c);
		desc.number = cursor_u32(&c);
		desc.system = get_string(&c);
		desc.name = get_string(&c);
		n = cursor_u32(&c);
		if (n > TRACEFMT_FIELDS_MAX)
			c.failed = true;
		for (; desc.n < n && !c.failed; desc.n++)
			get_field(&c, &fields[desc.n]);
		if (!c.failed)
			tracefmts_add(formats, &desc);
	}
	free(fields);
	return !c.failed;
}

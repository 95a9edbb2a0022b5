/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/json_member.h"

#include <stdlib.h>

#include "base/mem.h"
#include "out/json.h"

struct json_member {
	struct writer writer;
	struct writer *record; /* writes the object with the member to `object` */
	struct buf object, value;
};

static void member_row(struct writer *writer, const struct row_info *info, struct buf *out)
{
	struct json_member *m = (struct json_member *)writer;

	buf_reset(&m->object);
	buf_reset(&m->value);
	m->record->row(m->record, info, &m->object);
	buf_add(out, m->value.p, m->value.len);
}

static void member_close(struct writer *writer)
{
	struct json_member *m = (struct json_member *)writer;

	m->record->close(m->record);
	buf_release(&m->object);
	buf_release(&m->value);
	free(m);
}

struct writer *json_member_open(struct reader *reader, const struct writer_options *options,
				const struct field *field)
{
	struct json_member *m = mem_zalloc(sizeof(*m));

	m->writer = (struct writer){ .row = member_row, .close = member_close };
	buf_init(&m->object);
	buf_init(&m->value);
	m->record = json_open_copying(reader, options, field, &m->value);
	return &m->writer;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/line.h"

#include "recording/reader_text.h"

static void add_number(bool has, int64_t number, struct buf *out)
{
	if (!has)
		return;
	buf_add_s64(out, number);
	buf_addc(out, ' ');
}

/* Append a blank if something was appended since start. */
static void end_part(size_t start, struct buf *out)
{
	if (out->len > start)
		buf_addc(out, ' ');
}

void line_text(struct reader *reader, const struct row_info *info, struct buf *out)
{
	size_t start;

	add_number(info->ordinal != ROW_NO_ORDINAL, (int64_t)info->ordinal, out);
	if (info->has_time) {
		field_id_text(out, F_time, info->time);
		buf_addc(out, ' ');
	}
	add_number(info->has_cpu, (int32_t)info->cpu, out);
	add_number(info->has_pid, (int32_t)info->pid, out);
	add_number(info->has_tid, (int32_t)info->tid, out);
	start = out->len;
	reader_comm(reader, info, out);
	end_part(start, out);
	start = out->len;
	if (info->type == RECORD_SAMPLE)
		reader_event(reader, info, out);
	if (out->len == start)
		record_name(out, info->type);
	end_part(start, out);
	reader_summary(reader, info, NULL, out);
}

void line_shape(struct reader *reader, const struct row_info *info, const struct buf *strings,
		struct shape *shape, size_t *raw)
{
	struct buf name = BUF_INIT;

	if (info->type == RECORD_SAMPLE)
		reader_event(reader, info, &name);
	if (!name.len)
		record_name(&name, info->type);
	if (name.len) {
		buf_addc(&name, ' ');
		shape_text(shape, name.p, name.len);
	}
	buf_release(&name);
	reader_summary_shape(reader, info, strings, shape, raw);
}

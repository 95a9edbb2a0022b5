/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/text.h"

#include "base/text.h"

void text_writer_init(struct text_writer *w, struct reader *reader, const struct field *fields,
		      size_t n)
{
	*w = (struct text_writer){ .reader = reader, .fields = fields, .n = n };
	buf_init(&w->value.text);
	buf_init(&w->cell);
}

void text_writer_release(struct text_writer *w)
{
	value_release(&w->value);
	buf_release(&w->cell);
}

/* Pad what was appended since start to a width, on the right, or on the left for numbers. */
static void pad(struct buf *out, const char *text, size_t len, size_t width, bool right)
{
	size_t columns = text_columns(text, len);
	size_t fill = columns < width ? width - columns : 0;

	if (right)
		buf_fill(out, ' ', fill);
	buf_add(out, text, len);
	if (!right)
		buf_fill(out, ' ', fill);
}

static void cell(struct text_writer *w, struct buf *out, size_t width, bool right)
{
	pad(out, w->cell.p, w->cell.len, width, right);
	buf_addc(out, ' ');
	buf_reset(&w->cell);
}

static void task_ids(const struct row_info *info, struct buf *out)
{
	if (info->has_pid)
		buf_addf(out, "%d/", (int)info->pid);
	buf_add_s64(out, (int)info->tid);
}

static void usual_line(struct text_writer *w, const struct row_info *info, struct buf *out)
{
	struct buf *c = &w->cell;

	buf_reset(c);
	if (info->ordinal != ROW_NO_ORDINAL)
		buf_add_u64(c, info->ordinal);
	cell(w, out, 8, true);
	if (info->has_time)
		word_text(c, W_time, info->time);
	cell(w, out, 16, true);
	if (info->has_cpu)
		buf_addf(c, "[%03d]", (int)info->cpu);
	cell(w, out, 5, false);
	if (info->has_tid)
		task_ids(info, c);
	cell(w, out, 13, true);
	reader_comm(w->reader, info, c);
	cell(w, out, 16, false);
	if (info->type == RECORD_SAMPLE)
		reader_event(w->reader, info, c);
	else
		reader_type(w->reader, info, c);
	cell(w, out, 16, false);
	reader_summary(w->reader, info, out);
	buf_addc(out, '\n');
}

void text_row(struct text_writer *w, const struct row_info *info, struct buf *out)
{
	if (!w->n) {
		usual_line(w, info, out);
		return;
	}
	for (size_t i = 0; i < w->n; i++) {
		if (i)
			buf_addc(out, ' ');
		value_of_field(w->reader, info, &w->fields[i], &w->value);
		if (w->value.has)
			value_text(&w->value, w->value.word, out);
		else
			buf_addc(out, '-');
	}
	buf_addc(out, '\n');
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/row_copier.h"

#include "recording/payload.h"

enum {
	AUXTRACE_MAX = 1 << 20 /* records in perf's index */
};

void row_copier_init(struct row_copier *c, struct reader *reader, struct output *output,
		     struct scrub *scrub)
{
	*c = (struct row_copier){
		.reader = reader,
		.file = recording_file(reader_recording(reader), 0),
		.output = output,
		.scrub = scrub,
	};
}

void row_copier_release(struct row_copier *c)
{
	vec_release(&c->auxtrace);
}

bool row_copier_flush(struct row_copier *c)
{
	uint64_t len = c->piece.len;

	c->piece.len = 0;
	return !len || output_copy(c->output, c->piece.source, c->piece.off, len);
}

static enum row_copied add_piece(struct row_copier *c, const struct source *source, uint64_t off,
				 uint64_t len)
{
	if (c->piece.len && source == c->piece.source && off == c->piece.off + c->piece.len) {
		c->piece.len += len;
		return ROW_COPIED;
	}
	if (!row_copier_flush(c))
		return ROW_NOT_WRITTEN;
	c->piece.source = source;
	c->piece.off = off;
	c->piece.len = len;
	return ROW_COPIED;
}

/* Write bytes of memory, after those that are still to be copied. */
static enum row_copied add_bytes(struct row_copier *c, const void *p, size_t len)
{
	return row_copier_flush(c) && output_add(c->output, p, len) ? ROW_COPIED : ROW_NOT_WRITTEN;
}

/* Return the bytes of a row. NULL: they cannot be read, or do not match the index. */
static const uint8_t *bytes_of(struct row_copier *c, const struct row_info *info)
{
	size_t len;
	const uint8_t *p = reader_bytes(c->reader, info, &len);

	return len < info->size ? NULL : p;
}

/* Write a record that was inflated or must be scrubbed. */
static enum row_copied add_changed(struct row_copier *c, const struct row_info *info)
{
	const uint8_t *p = bytes_of(c, info);
	struct buf clean = BUF_INIT;
	struct layout layout;
	enum row_copied done;

	if (!p)
		return ROW_LOST;
	if (!c->scrub)
		return add_bytes(c, p, (size_t)info->size);
	reader_layout(c->reader, info, &layout);
	done = scrub_record(c->scrub, &layout, p, (size_t)info->size, &clean)
		       ? add_bytes(c, clean.p, clean.len)
		       : ROW_UNKNOWN;
	buf_release(&clean);
	return done;
}

/* Return the number of bytes between a record and the next one of its stream. */
static uint64_t room_after(struct row_copier *c, const struct row_info *info)
{
	uint64_t end = info->offset + info->size;
	struct row_info next;

	if (info->row + 1 < recording_rows(reader_recording(c->reader)) &&
	    !reader_row(c->reader, info->row + 1, &next, NULL) && next.stream == info->stream)
		return next.offset > end ? next.offset - end : 0;
	return c->file->streams.v[info->stream].end - end;
}

static uint64_t tail_of(struct row_copier *c, const struct row_info *info)
{
	struct payload payload;
	const uint8_t *p;

	if (reader_payload(c->reader, info, &payload))
		return payload.size;
	p = bytes_of(c, info);
	return p ? record_tail(record_find(info->type), p, (size_t)info->size, c->file->header.big)
		 : 0;
}

static void note_auxtrace(struct row_copier *c)
{
	if (c->auxtrace.n < AUXTRACE_MAX)
		vec_push(&c->auxtrace, output_size(c->output));
	else
		c->auxtrace_cut = true;
}

/* Write a record with the data after it. */
static enum row_copied add_with_tail(struct row_copier *c, const struct row_info *info)
{
	uint64_t tail = tail_of(c, info);

	if (row_is_inflated(c->reader, info) || tail > room_after(c, info))
		return ROW_CUT;
	if (!row_copier_flush(c))
		return ROW_NOT_WRITTEN;
	if (info->type == RECORD_AUXTRACE)
		note_auxtrace(c);
	return add_piece(c, c->file->streams.v[info->stream].source, info->offset,
			 info->size + tail);
}

enum row_copied row_copier_add(struct row_copier *c, struct block *block, uint32_t i,
			       const struct record_class_kind *kind)
{
	struct row_info info;

	if (c->scrub && !scrub_knows(kind->type))
		return ROW_UNKNOWN;
	reader_row_in(c->reader, block, i, &info);
	if (kind->tail)
		return add_with_tail(c, &info);
	if (c->scrub || row_is_inflated(c->reader, &info))
		return add_changed(c, &info);
	if (!bytes_of(c, &info))
		return ROW_LOST;
	return add_piece(c, c->file->streams.v[info.stream].source, info.offset, info.size);
}

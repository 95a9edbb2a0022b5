/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice/header_records.h"

enum {
	BYTES_MAX = 64 << 20 /* of all kept records */
};

void header_records_init(struct header_records *header)
{
	buf_init(&header->types);
	buf_init(&header->build_ids);
}

void header_records_release(struct header_records *header)
{
	buf_release(&header->types);
	buf_release(&header->build_ids);
}

static void keep_type(struct header_records *header, const uint8_t *p, size_t len)
{
	size_t name = len - 16 < EVENT_TYPE_NAME ? len - 16 : EVENT_TYPE_NAME;

	buf_add(&header->types, p + 8, 8 + name);
	buf_fill(&header->types, 0, EVENT_TYPE_NAME - name);
}

/* Entries of the section have the type 0. */
static void keep_build_id(struct header_records *header, const uint8_t *p, size_t len)
{
	buf_fill(&header->build_ids, 0, 4);
	buf_add(&header->build_ids, p + 4, len - 4);
}

static void keep_row(struct header_records *header, struct reader *reader, struct block *block,
		     uint32_t i)
{
	struct row_info info;
	const uint8_t *p;
	size_t len;

	reader_row_in(reader, block, i, &info);
	if (info.type != RECORD_EVENT_TYPE && info.type != RECORD_BUILD_ID)
		return;
	p = reader_bytes(reader, &info, &len);
	if (len < 16 || header->types.len + header->build_ids.len > BYTES_MAX)
		return;
	if (info.type == RECORD_EVENT_TYPE)
		keep_type(header, p, len);
	else
		keep_build_id(header, p, len);
}

void header_records_keep(struct header_records *header, struct reader *reader,
			 const struct record_classes *classes, struct block *block)
{
	const uint64_t *kinds = block_column(block, COL_KIND);

	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (record_class_of_kind(classes, kinds[i])->class == CLASS_HEADER)
			keep_row(header, reader, block, i);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/reader_tree.h"

#include "recording/reader_private.h"
#include "wire/names.h"

void reader_record_tree(struct reader *reader, const struct row_info *info, const uint8_t *p,
			size_t len, struct tree *tree)
{
	struct layout layout;

	reader_layout(reader, info, &layout);
	if (info->type == RECORD_DAMAGE)
		tree_rest(tree, p, len, info->damage);
	else if (!len)
		tree_rest(tree, p, len, NULL);
	else
		tree_decode(tree, &layout, p, len);
}

/* ---- pages of packets ---- */

static void begin_pages(struct reader *reader, const struct row_info *info)
{
	struct page_list *pages = &reader->pages;

	/* The format becomes known with its record. */
	if (pages->places.n && pages->row == info->row &&
	    pages->places.v[0].trace.format == reader_trace_format(reader, info))
		return;
	pages->row = info->row;
	pages->at = 0;
	pages->places.n = 0;
}

bool reader_turn_page(struct reader *reader, const struct row_info *info, bool next)
{
	struct page_list *pages = &reader->pages;

	if (pages->row != info->row || (next ? pages->at + 1 >= pages->places.n : !pages->at))
		return false;
	pages->at += next ? 1 : -1;
	return true;
}

/* Return the record's bytes followed by shown bytes of the payload, from an offset on. */
static const uint8_t *bytes_and_payload(struct reader *reader, const struct row_info *info,
					const struct payload *payload, uint64_t from, size_t *len,
					size_t *shown)
{
	uint64_t left = payload->there - from;
	size_t want = left < PAYLOAD_SHOWN ? (size_t)left : PAYLOAD_SHOWN, avail;
	const struct source *source = reader_file(reader, info)->streams.v[info->stream].source;
	const uint8_t *p;
	int64_t n;

	if (!from) {
		p = reader_file_bytes(reader, info, (size_t)info->size + want, &avail);
		*len = avail < info->size ? 0 : (size_t)info->size;
		*shown = avail < info->size + want ? 0 : want;
		return p;
	}
	p = reader_bytes(reader, info, len);
	buf_reset(&reader->pages.bytes);
	buf_add(&reader->pages.bytes, p, *len);
	buf_fill(&reader->pages.bytes, 0, want);
	n = source_read(source, payload->offset + from, reader->pages.bytes.p + *len, want);
	*shown = n < (int64_t)want ? 0 : want;
	return (const uint8_t *)reader->pages.bytes.p;
}

static void payload_tree(struct reader *reader, const struct row_info *info,
			 const struct payload *payload, struct tree *tree)
{
	struct page_list *pages = &reader->pages;
	struct packets packets;
	const struct name *producer;
	size_t len, shown;
	const uint8_t *p;

	begin_pages(reader, info);
	reader_packets(reader, info, &packets);
	if (!pages->places.n)
		vec_push(&pages->places, packets.place);
	packets_seek(&packets, &pages->places.v[pages->at]);
	p = bytes_and_payload(reader, info, payload, packets.place.offset, &len, &shown);
	reader_record_tree(reader, info, p, len, tree);
	producer = reader->producer.found ? names_find(&names_auxtrace, reader->producer.type)
					  : NULL;
	payload_append(tree, payload, shown, &packets, producer ? producer->name : NULL);
	if (pages->at + 1 == pages->places.n && packets.place.offset < payload->there &&
	    packets.place.number > pages->places.v[pages->at].number)
		vec_push(&pages->places, packets.place);
	packets_release(&packets);
}

void reader_tree(struct reader *reader, const struct row_info *info, struct tree *tree)
{
	struct payload payload;
	const uint8_t *p;
	size_t len;

	if (reader_payload(reader, info, &payload)) {
		payload_tree(reader, info, &payload, tree);
		return;
	}
	p = reader_bytes(reader, info, &len);
	reader_record_tree(reader, info, p, len, tree);
	payload_open_sample(tree, info, reader_trace_format(reader, info));
}

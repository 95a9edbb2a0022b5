/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/derived_packets.h"

#include <string.h>

#include "recording/packets.h"

static bool give_part(struct sink *sink, const struct item *at, enum field_id field, uint64_t num,
		      const char *text)
{
	struct item item = {
		.field = field,
		.type = field_info(field)->type,
		.kind = text ? ROW_STR : ROW_UINT,
		.off = at->off,
		.len = at->len,
		.flags = ROW_AGAIN | ROW_DERIVED,
		.index = at->index,
		.num = num,
		.bytes = (const uint8_t *)text,
		.text_len = text ? (uint32_t)strlen(text) : 0,
	};

	return sink_value(sink, &item);
}

static bool give_packet(struct reader *reader, const struct item *at, enum trace_format format,
			const struct packet *packet, struct sink *sink)
{
	struct buf *text = reader_made_text(reader);
	uint64_t number;
	bool more;

	trace_text(format, packet, text);
	more = give_part(sink, at, F_pkt_offset, packet->offset, NULL) &&
	       give_part(sink, at, F_pkt_size, packet->len, NULL) &&
	       give_part(sink, at, F_pkt_type, 0, trace_kind_name(format, packet->kind));
	if (more && trace_ip(format, packet, &number))
		more = give_part(sink, at, F_pkt_ip, number, NULL);
	if (more && trace_value(format, packet, &number))
		more = give_part(sink, at, F_pkt_value, number, NULL);
	if (more && text->len)
		more = give_part(sink, at, F_pkt_text, 0, text->p);
	if (more && packet->wrong)
		more = give_part(sink, at, F_pkt_problem, 0, packet->wrong);
	return more;
}

/* A list begins with its number of elements. */
static uint64_t count_packets(struct packets *packets)
{
	const struct packets_place start = packets->place;
	struct packet packet;
	uint64_t n = 0;

	while (packets_next(packets, &packet))
		n++;
	packets_seek(packets, &start);
	return n;
}

static bool give_all(struct reader *reader, struct packets *packets, struct sink *sink)
{
	enum trace_format format = packets->place.trace.format;
	struct item list = {
		.field = F_pkt,
		.type = FT_LIST,
		.kind = ROW_LIST,
		.flags = ROW_AGAIN,
	};
	struct item element = { .field = F_element,
				.type = FT_OBJECT,
				.kind = ROW_OBJECT,
				.flags = ROW_AGAIN,
				.element = true };
	struct packet packet;
	bool more;

	list.num = count_packets(packets);
	more = sink_begin(sink, &list);
	while (more && packets_next(packets, &packet)) {
		more = sink_begin(sink, &element) &&
		       give_packet(reader, &element, format, &packet, sink) &&
		       sink_end(sink, &element);
		element.index++;
	}
	return more && sink_end(sink, &list);
}

bool derived_packets_give(const struct row_record *record, const struct item *item,
			  struct sink *sink)
{
	enum trace_format format = reader_trace_format(record->reader, record->info);
	struct packets packets;
	bool more;

	if (format == TRACE_BYTES)
		return true;
	if (item->field == F_aux_sample_data)
		packets_init_bytes(&packets, format, record->p + item->off, item->len);
	else if (!reader_packets(record->reader, record->info, &packets))
		return true;
	more = give_all(record->reader, &packets, sink);
	packets_release(&packets);
	return more;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/payload.h"

#include "wire/find.h"

static uint64_t field(const struct layout *layout, const uint8_t *rec, size_t len,
		      enum field_id field)
{
	uint64_t v = 0;

	find_number(layout, rec, len, field, &v);
	return v;
}

bool payload_find(const struct perf_file *file, const struct row_info *info, const uint8_t *rec,
		  size_t len, struct payload *payload)
{
	const struct layout *layout = &file->events.plain;
	const struct stream *stream;

	if (info->type != RECORD_AUXTRACE || info->stream >= file->streams.n || len < info->size)
		return false;
	stream = &file->streams.v[info->stream];
	payload->offset = info->offset + info->size;
	payload->size = field(layout, rec, len, F_auxtrace_size);
	payload->start = field(layout, rec, len, F_auxtrace_offset);
	payload->there = payload->size;
	if (payload->there > stream->end - payload->offset)
		payload->there = stream->end - payload->offset;
	return true;
}

/* ---- who wrote it ---- */

/* The kinds of AUXTRACE_INFO, as a block's set of kinds. */
static uint64_t info_kinds(const struct index *index)
{
	uint64_t bits = 0;

	for (uint64_t i = 0; i < index_kinds(index); i++)
		if (index_kind(index, i)->entry.type == RECORD_AUXTRACE_INFO)
			bits |= 1ull << (i & 63);
	return bits;
}

/* Search a block of the producer's part, by its number there. */
static void search_block(struct reader *reader, uint64_t number, struct payload_producer *producer)
{
	const struct recording *recording = reader_recording(reader);
	const struct layout *layout = &recording_file(recording, producer->part)->events.plain;
	const struct index *index = recording_index(recording, producer->part);
	struct block *block =
		reader_block(reader, recording_first_block(recording, producer->part) + number);
	const uint64_t *kinds = block ? block_column(block, COL_KIND) : NULL;

	for (uint32_t i = 0; kinds && i < block->desc.rows && !producer->found; i++) {
		const struct kind *kind = index_kind(index, kinds[i]);
		struct row_info info;
		uint64_t type;
		const uint8_t *p;
		size_t len;

		if (!kind || kind->entry.type != RECORD_AUXTRACE_INFO)
			continue;
		reader_row_in(reader, block, i, &info);
		p = reader_bytes(reader, &info, &len);
		if (!find_number(layout, p, len, F_auxtrace_info_type, &type))
			continue;
		producer->type = (uint32_t)type;
		producer->found = true;
	}
}

enum trace_format payload_format(struct reader *reader, size_t part,
				 struct payload_producer *producer)
{
	const struct index *index = recording_index(reader_recording(reader), part);
	uint64_t kinds, n = index_blocks(index);

	if (producer->part != part)
		*producer = (struct payload_producer){ .part = part };
	if (!producer->found && producer->blocks < n) {
		kinds = info_kinds(index);
		for (; !producer->found; producer->blocks++) {
			producer->blocks = index_block_with(index, producer->blocks, kinds);
			if (producer->blocks >= n)
				break;
			search_block(reader, producer->blocks, producer);
		}
	}
	return producer->found ? trace_format(producer->type) : TRACE_BYTES;
}

/* ---- as text ---- */

void payload_summary(const struct payload *payload, struct buf *out)
{
	buf_addf(out, ", data at 0x%llx", (unsigned long long)payload->offset);
	if (payload_is_cut(payload))
		buf_addf(out, ", truncated: only %llu bytes", (unsigned long long)payload->there);
}

/* ---- as nodes ---- */

struct parts {
	VEC(struct tree_part) list;
	struct buf text;
};

static void add_packet(struct tree *tree, struct parts *parts, uint32_t off, uint32_t len,
		       uint64_t number, enum trace_format format, const struct packet *packet)
{
	struct tree_part *part = vec_add(&parts->list);

	part->off = off;
	part->len = len;
	part->note = packet->wrong;
	buf_reset(&parts->text);
	buf_addf(&parts->text, "[%llu] %s", (unsigned long long)number,
		 trace_kind_name(format, packet->kind));
	part->label = tree_text(tree, parts->text.p);
	buf_reset(&parts->text);
	trace_text(format, packet, &parts->text);
	part->shown = tree_text(tree, parts->text.p);
}

/* Add bytes that belong to no packet, as far as the tree has them. */
static void add_rest(struct tree *tree, struct parts *parts, uint32_t off, uint32_t len,
		     uint64_t hidden)
{
	struct tree_part *part = vec_add(&parts->list);

	part->off = off;
	part->len = len;
	part->label = tree_text(tree, "rest");
	buf_reset(&parts->text);
	buf_addf(&parts->text, "%llu bytes: Enter shows the next packets",
		 (unsigned long long)hidden);
	part->shown = tree_text(tree, parts->text.p);
}

/*
 * Convert a leaf to a list of packets, from the walk's place on: the leaf has the bytes from there,
 * as far as they are shown. The walk stops before the first packet without a node.
 */
static void open_leaf(struct tree *tree, uint32_t leaf, struct packets *packets)
{
	enum trace_format format = packets->place.trace.format;
	uint32_t off = tree->nodes.v[leaf].off, len = tree->nodes.v[leaf].len, done = 0;
	struct parts parts = { .text = BUF_INIT };
	struct packets_place place = packets->place;
	bool first = !place.number;
	struct packet packet;

	while (parts.list.n < PAYLOAD_PACKETS && done < len && packets_next(packets, &packet)) {
		uint32_t room = len - done;

		/* Cut to the bytes shown, not to those that exist; but a run can be longer. */
		if (packet.len > room && parts.list.n)
			break;
		room = packet.len < room ? (uint32_t)packet.len : room;
		add_packet(tree, &parts, off + done, room, place.number, format, &packet);
		done += room;
		place = packets->place;
	}
	packets_seek(packets, &place);
	if (parts.list.n && place.offset < packets->size)
		add_rest(tree, &parts, off + done, len - done, packets->size - place.offset);
	tree_split(tree, leaf, parts.list.v, parts.list.n);
	if (parts.list.n && place.offset < packets->size)
		tree->nodes.v[tree->nodes.v[leaf].next - 1].flags |= TREE_MORE;
	if (parts.list.n && !first)
		tree->nodes.v[leaf].flags |= TREE_BEFORE;
	vec_release(&parts.list);
	buf_release(&parts.text);
}

static void set_extent(struct tree *tree, uint32_t leaf, uint64_t size, uint64_t offset)
{
	struct buf text = BUF_INIT;

	buf_addf(&text, "%llu bytes at 0x%llx", (unsigned long long)size,
		 (unsigned long long)offset);
	tree->nodes.v[leaf].shown = tree_text(tree, text.p);
	buf_release(&text);
}

static void set_payload_extent(struct tree *tree, uint32_t leaf, const struct payload *payload,
			       const struct packets_place *place, const char *producer)
{
	struct buf text = BUF_INIT;

	buf_addf(&text, "%llu bytes at 0x%llx", (unsigned long long)payload->size,
		 (unsigned long long)payload->offset);
	if (producer && place->trace.format == TRACE_BYTES)
		buf_addf(&text, " of %s, not decoded", producer);
	if (place->number)
		buf_addf(&text, ", from byte 0x%llx on: Enter shows the earlier packets",
			 (unsigned long long)place->offset);
	tree->nodes.v[leaf].shown = tree_text(tree, text.p);
	buf_release(&text);
}

void payload_append(struct tree *tree, const struct payload *payload, size_t shown,
		    struct packets *packets, const char *producer)
{
	uint32_t leaf = tree_extend(tree, "auxtrace.data", shown);

	set_payload_extent(tree, leaf, payload, &packets->place, producer);
	if (payload_is_cut(payload)) {
		tree->nodes.v[leaf].flags |= TREE_DAMAGED;
		tree->nodes.v[leaf].note = "cut by the end of the file";
	}
	open_leaf(tree, leaf, packets);
}

void payload_open_sample(struct tree *tree, const struct row_info *info, enum trace_format format)
{
	struct packets packets;

	for (uint32_t i = 0; i < tree->nodes.n; i++) {
		const struct tree_node *node = &tree->nodes.v[i];

		if (node->field != F_aux_sample_data || node->type != FT_BYTES)
			continue;
		packets_init_bytes(&packets, format, tree->rec + node->off, node->len);
		set_extent(tree, i, node->len, info->offset + node->off);
		open_leaf(tree, i, &packets);
		packets_release(&packets);
		return;
	}
}

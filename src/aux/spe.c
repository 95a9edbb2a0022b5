/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/spe.h"

/* The bits of a header byte that become packet->index. */
enum index_form {
	INDEX_NONE,
	INDEX_LOW2,  /* bits 1:0 */
	INDEX_LEVEL, /* bits 1:0, plus 1 */
	INDEX_LOW3   /* bits 2:0, and two more bits of an extended header */
};

/* How to recognize a packet by its header byte. */
struct packet_header {
	uint8_t mask, want;
	uint8_t kind;
	uint8_t index;	 /* enum index_form */
	bool no_payload; /* otherwise bits 5:4 of the header are log2 of its bytes */
};

/* clang-format off */
static const struct packet_header headers[] = {
	{ 0xff, 0x00, SPE_PAD, .no_payload = true },
	{ 0xff, 0x01, SPE_END, .no_payload = true },
	{ 0xff, 0x71, SPE_TIMESTAMP },
	{ 0xcf, 0x42, SPE_EVENTS },
	{ 0xcf, 0x43, SPE_DATA_SOURCE },
	{ 0xfc, 0x64, SPE_CONTEXT, INDEX_LEVEL },
	{ 0xfc, 0x48, SPE_OPERATION, INDEX_LOW2 },
	{ 0xf8, 0xb0, SPE_ADDRESS, INDEX_LOW3 },
	{ 0xf8, 0x98, SPE_COUNTER, INDEX_LOW3 },
	{ 0 }
};

/* The second byte of an extended header. */
static const struct packet_header extended[] = {
	{ 0xff, 0x00, SPE_ALIGNMENT, .no_payload = true },
	{ 0xf8, 0xb0, SPE_ADDRESS, INDEX_LOW3 },
	{ 0xf8, 0x98, SPE_COUNTER, INDEX_LOW3 },
	{ 0 }
};
/* clang-format on */

static bool is_extended(uint8_t byte)
{
	return (byte & 0xfc) == 0x20;
}

static const struct packet_header *find_header(const struct packet_header *rows, uint8_t byte)
{
	for (; rows->mask; rows++)
		if ((byte & rows->mask) == rows->want)
			return rows;
	return NULL;
}

static unsigned index_of(const struct packet_header *row, uint8_t byte, uint8_t first)
{
	switch ((enum index_form)row->index) {
	case INDEX_LOW2:
		return byte & 3;
	case INDEX_LEVEL:
		return (byte & 3) + 1u;
	case INDEX_LOW3:
		return (byte & 7) | (is_extended(first) ? (first & 3u) << 3 : 0);
	case INDEX_NONE:
	default:
		return 0;
	}
}

/* The header at a place: its row, its number of bytes, and the byte that decides. */
static const struct packet_header *header_at(const struct packet_walk *walk, unsigned *size,
					     uint8_t *byte)
{
	const uint8_t *p = walk->p + walk->pos;

	*size = 1;
	*byte = *p;
	if (!is_extended(*p))
		return find_header(headers, *p);
	if (walk->len - walk->pos < 2)
		return NULL;
	*size = 2;
	*byte = p[1];
	return find_header(extended, p[1]);
}

/* The skipped bytes between the header and the next multiple belong to the packet. */
static void set_alignment(const struct packet_walk *walk, struct packet *packet)
{
	uint64_t multiple = 1ull << ((*packet->bytes & 0xf) + 1);
	uint64_t end = walk->start + walk->pos + packet->len;

	packet->value = multiple;
	packet->len += (multiple - end % multiple) % multiple;
}

static void parse_packet(const struct packet_walk *walk, struct packet *packet)
{
	size_t left = walk->len - walk->pos;
	unsigned size, payload = 0;
	uint8_t byte;
	const struct packet_header *row = header_at(walk, &size, &byte);

	if (!row && left == 1 && is_extended(byte)) {
		*packet = packet_cut(walk, SPE_CUT);
		return;
	}
	if (!row) {
		*packet = packet_here(walk, SPE_BAD, 1);
		packet->wrong = "this is not a packet";
		return;
	}
	if (!row->no_payload)
		payload = 1u << (byte >> 4 & 3);
	*packet = packet_here(walk, row->kind, size + payload);
	packet->index = index_of(row, byte, *packet->bytes);
	if (row->kind == SPE_ALIGNMENT)
		set_alignment(walk, packet);
	if (packet->len > left)
		*packet = packet_cut(walk, SPE_CUT);
	else if (payload)
		packet->value = packet_number(packet->bytes + size, payload);
}

/* A run of padding, or of bytes that are no packet, is one packet. */
static bool extends_run(const struct packet_walk *walk, const struct packet *packet)
{
	struct packet_walk at = *walk;
	unsigned size;
	uint8_t byte;
	const struct packet_header *row;

	at.pos += packet->len;
	if (at.pos == at.len)
		return false;
	row = header_at(&at, &size, &byte);
	if (packet->kind == SPE_PAD)
		return row && row->kind == SPE_PAD;
	return packet->kind == SPE_BAD && !row && (!is_extended(byte) || at.len - at.pos > 1);
}

bool spe_next(struct packet_walk *walk, struct packet *packet)
{
	if (walk->pos >= walk->len)
		return false;
	parse_packet(walk, packet);
	while (extends_run(walk, packet))
		packet->len++;
	walk->pos += packet->len;
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_PACKET_H
#define AUX_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * One packet of trace data. Its kind is a number of the data's format (aux/pt.h, aux/spe.h,
 * aux/bts.h), which also defines the numbers of the packet.
 */
struct packet {
	uint64_t offset; /* from packet_walk.p */
	uint64_t len;	 /* never 0 */
	const uint8_t *bytes;
	uint64_t index, value, more;
	uint8_t kind;
	bool more_known;   /* of a kind whose `more` is an address: it is known */
	bool cut;	   /* the data end before the packet does */
	const char *wrong; /* the defect of the bytes (static text), or NULL */
};

/* Which number of a packet is its value, or its address. */
enum packet_part {
	PACKET_NONE,
	PACKET_VALUE,
	PACKET_MORE /* if it is known */
};

/* What a format knows of one kind of packet. */
struct packet_kind {
	const char *name;
	void (*text)(const struct packet *packet, struct buf *out); /* NULL: no numbers */
	enum packet_part value, ip;
};

/* A walk. The bytes must not move during it. */
struct packet_walk {
	const uint8_t *p;
	size_t len, pos; /* bytes from p: their end, and the next packet */
	uint64_t start;	 /* offset of the first byte in the AUX buffer, 0: unknown */
	/* What earlier packets of Intel PT have left. */
	struct {
		uint64_t last_ip; /* packed addresses replace its low bits */
		bool knows_ip;
		bool synced;
		uint8_t item_bytes; /* of an item of the open block; 0: no block is open */
	} pt;
};

/* A packet of len bytes at the position of a walk. */
static inline struct packet packet_here(const struct packet_walk *walk, unsigned kind, size_t len)
{
	return (struct packet){
		.offset = walk->pos,
		.len = len,
		.bytes = walk->p + walk->pos,
		.kind = (uint8_t)kind,
	};
}

/* The rest of the bytes, which is shorter than the packet that begins there. */
static inline struct packet packet_cut(const struct packet_walk *walk, unsigned kind)
{
	struct packet packet = packet_here(walk, kind, walk->len - walk->pos);

	packet.cut = true;
	packet.wrong = "the data end inside a packet";
	return packet;
}

/* The text of a kind that only has bytes. */
static inline void packet_text_bytes(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "%llu bytes", (unsigned long long)packet->len);
}

/* Load a number of up to eight bytes. Trace data are always little-endian. */
static inline uint64_t packet_number(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * i;
	return v;
}

#endif

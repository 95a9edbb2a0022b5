/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/pt.h"

#include <string.h>

#include "wire/bytes.h"

enum {
	PSB_BYTES = 16,
	CYC_MAX = 10 /* bytes: no more than 64 bits are counted */
};

static const uint8_t psb[PSB_BYTES] = { 0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82,
					0x02, 0x82, 0x02, 0x82, 0x02, 0x82, 0x02, 0x82 };

/*
 * How to recognize a packet by its first byte, or by the byte after an 0x02. check() looks at the
 * existing bytes (left: at least one, two after an 0x02) and sets the length if the row does not
 * have it. finish() makes the packet's numbers of its payload once all bytes exist. Both may refuse
 * the packet.
 */
struct opcode {
	uint8_t mask, want;
	uint8_t kind;
	uint8_t len;
	uint8_t at, size; /* where the payload is; its number becomes packet->value */
	bool (*check)(struct packet *packet, size_t left);
	bool (*finish)(struct packet *packet);
};

/* ---- packets that need more than their first bytes ---- */

static bool check_psb(struct packet *packet, size_t left)
{
	return !memcmp(packet->bytes, psb, left < PSB_BYTES ? left : PSB_BYTES);
}

static bool check_mnt(struct packet *packet, size_t left)
{
	return left < 3 || packet->bytes[2] == 0x88;
}

static bool check_ip(struct packet *packet, size_t left)
{
	static const uint8_t bytes[8] = {
		[PT_IP_NONE] = 1,     [PT_IP_LOW16] = 3, [PT_IP_LOW32] = 5,
		[PT_IP_SIGNED48] = 7, [PT_IP_LOW48] = 7, [PT_IP_FULL] = 9,
	};

	(void)left;
	packet->len = bytes[*packet->bytes >> 5];
	return packet->len > 0;
}

/* The lowest bit of each byte, in the first byte bit 2, says that another byte follows. */
static bool check_cyc(struct packet *packet, size_t left)
{
	bool more = *packet->bytes & 4;
	size_t n = 1;

	for (; more && n < left && n < CYC_MAX; n++)
		more = packet->bytes[n] & 1;
	packet->len = more ? n + 1 : n;
	return packet->len <= CYC_MAX;
}

/* ---- numbers of a payload ---- */

/* The bits below the highest set bit; the oldest one is at the top. */
static bool finish_tnt(struct packet *packet)
{
	/* A short packet is one byte, whose bit 0 belongs to the kind. */
	if (packet->len == 1)
		packet->value >>= 1;
	if (!packet->value)
		return false;
	packet->index = 63u - (unsigned)__builtin_clzll(packet->value);
	packet->value ^= 1ull << packet->index;
	return true;
}

static bool finish_ip(struct packet *packet)
{
	packet->index = *packet->bytes >> 5;
	packet->value = packet_number(packet->bytes + 1, (unsigned)packet->len - 1);
	return true;
}

static bool finish_cyc(struct packet *packet)
{
	packet->value = *packet->bytes >> 3;
	for (unsigned i = 1; i < packet->len; i++)
		packet->value |= (uint64_t)(packet->bytes[i] >> 1) << (7 * i - 2);
	return true;
}

static bool finish_mode(struct packet *packet)
{
	static const uint8_t width[4] = { 16, 64, 32, 0 };
	uint8_t b = (uint8_t)packet->value;

	if (b >> 5 == 0) {
		packet->index = b >> 2 & 1;
		packet->value = width[b & 3];
	} else {
		packet->kind = PT_MODE_TSX;
		packet->index = b >> 1 & 1;
		packet->value = b & 1;
	}
	return b >> 5 <= 1;
}

static bool finish_pip(struct packet *packet)
{
	packet->index = packet->value & 1;
	packet->value = packet->value >> 1 << 5;
	return true;
}

static bool finish_vmcs(struct packet *packet)
{
	packet->value <<= 12;
	return true;
}

static bool finish_tma(struct packet *packet)
{
	packet->more = packet_number(packet->bytes + 5, 2) & 0x1ff;
	return true;
}

/* Bit 7 of the second byte: the address follows in a FUP. */
static bool finish_with_ip(struct packet *packet)
{
	packet->index = packet->bytes[1] >> 7;
	return true;
}

static bool finish_mwait(struct packet *packet)
{
	packet->index = packet->value & UINT32_MAX;
	packet->more = packet->value >> 32;
	return true;
}

static bool finish_bbp(struct packet *packet)
{
	packet->index = packet->value & 0x1f;
	packet->value = packet->value >> 7 ? 4 : 8;
	return true;
}

static bool finish_bip(struct packet *packet)
{
	packet->index = *packet->bytes >> 3;
	return true;
}

static bool finish_cfe(struct packet *packet)
{
	packet->index = packet->bytes[2] & 0x1f;
	packet->more = packet->bytes[2] >> 7;
	return true;
}

static bool finish_evd(struct packet *packet)
{
	packet->index = packet->bytes[2] & 0x3f;
	return true;
}

/* ---- tables of packets ---- */

/* clang-format off */
#define IP(w, k) { 0x1f, w, k, .check = check_ip, .finish = finish_ip }

static const struct opcode by_first[] = {
	{ 0xff, 0x00, PT_PAD, 1 },
	{ 0xff, 0x19, PT_TSC, 8, 1, 7 },
	{ 0xff, 0x59, PT_MTC, 2, 1, 1 },
	{ 0xff, 0x99, PT_MODE_EXEC, 2, 1, 1, .finish = finish_mode },
	{ 0x03, 0x03, PT_CYC, .check = check_cyc, .finish = finish_cyc },
	{ 0x01, 0x00, PT_TNT, 1, 0, 1, .finish = finish_tnt },
	IP(0x0d, PT_TIP),
	IP(0x11, PT_TIP_PGE),
	IP(0x01, PT_TIP_PGD),
	IP(0x1d, PT_FUP),
	{ 0 }
};

static const struct opcode by_second[] = {
	{ 0xff, 0xa3, PT_TNT, 8, 2, 6, .finish = finish_tnt },
	{ 0xff, 0x43, PT_PIP, 8, 2, 6, .finish = finish_pip },
	{ 0xff, 0x83, PT_TRACESTOP, 2 },
	{ 0xff, 0x03, PT_CBR, 4, 2, 1 },
	{ 0xff, 0xc8, PT_VMCS, 7, 2, 5, .finish = finish_vmcs },
	{ 0xff, 0xf3, PT_OVF, 2 },
	{ 0xff, 0x82, PT_PSB, PSB_BYTES, .check = check_psb },
	{ 0xff, 0x23, PT_PSBEND, 2 },
	{ 0xff, 0x73, PT_TMA, 7, 2, 2, .finish = finish_tma },
	{ 0xff, 0xc3, PT_MNT, 11, 3, 8, .check = check_mnt },
	{ 0x7f, 0x12, PT_PTWRITE, 6, 2, 4, .finish = finish_with_ip },
	{ 0x7f, 0x32, PT_PTWRITE, 10, 2, 8, .finish = finish_with_ip },
	{ 0x7f, 0x62, PT_EXSTOP, 2, .finish = finish_with_ip },
	{ 0xff, 0xc2, PT_MWAIT, 10, 2, 8, .finish = finish_mwait },
	{ 0xff, 0x22, PT_PWRE, 4, 2, 2 },
	{ 0xff, 0xa2, PT_PWRX, 7, 2, 5 },
	{ 0xff, 0x63, PT_BBP, 3, 2, 1, .finish = finish_bbp },
	{ 0x7f, 0x33, PT_BEP, 2, .finish = finish_with_ip },
	{ 0xff, 0x13, PT_CFE, 4, 3, 1, .finish = finish_cfe },
	{ 0xff, 0x53, PT_EVD, 11, 3, 8, .finish = finish_evd },
	{ 0 }
};

/* Only inside a block, in place of short TNTs; the size of the block's items decides. */
static const struct opcode by_first_in_block_4[] = {
	{ 0x07, 0x04, PT_BIP, 5, 1, 4, .finish = finish_bip },
	{ 0 }
};
static const struct opcode by_first_in_block_8[] = {
	{ 0x07, 0x04, PT_BIP, 9, 1, 8, .finish = finish_bip },
	{ 0 }
};
/* clang-format on */

static const struct opcode *find_opcode(const struct opcode *rows, uint8_t byte)
{
	for (; rows->mask; rows++)
		if ((byte & rows->mask) == rows->want)
			return rows;
	return NULL;
}

static const struct opcode *opcode_at(const struct packet_walk *walk)
{
	const uint8_t *p = walk->p + walk->pos;
	const struct opcode *op = NULL;

	if (walk->pt.item_bytes)
		op = find_opcode(
			walk->pt.item_bytes == 4 ? by_first_in_block_4 : by_first_in_block_8, *p);
	if (!op && *p != 0x02)
		op = find_opcode(by_first, *p);
	else if (!op && walk->len - walk->pos > 1)
		op = find_opcode(by_second, p[1]);
	return op;
}

/* ---- the walk ---- */

/* Packets that may be inside a block, and leave it open. */
static const bool in_block[PT_KINDS] = {
	[PT_PAD] = true,    [PT_FUP] = true,  [PT_TSC] = true,	[PT_MTC] = true, [PT_TMA] = true,
	[PT_CBR] = true,    [PT_CYC] = true,  [PT_MNT] = true,	[PT_BBP] = true, [PT_BIP] = true,
	[PT_EXSTOP] = true, [PT_PWRE] = true, [PT_PWRX] = true,
};

/* Bytes from pos to the next PSB at or after `from`, or to the end. */
static size_t to_psb(const struct packet_walk *walk, size_t from)
{
	const uint8_t *at = NULL;

	if (from < walk->len)
		at = memmem(walk->p + from, walk->len - from, psb, PSB_BYTES);
	return at ? (size_t)(at - walk->p) - walk->pos : walk->len - walk->pos;
}

static void set_bad(const struct packet_walk *walk, struct packet *packet)
{
	*packet = packet_here(walk, PT_BAD, to_psb(walk, walk->pos + 1));
	packet->wrong = "these bytes are not a packet";
}

static void parse_packet(struct packet_walk *walk, struct packet *packet)
{
	size_t left = walk->len - walk->pos;
	const struct opcode *op = opcode_at(walk);

	*packet = packet_here(walk, 0, 0);
	if (!op) {
		if (left == 1 && *packet->bytes == 0x02)
			*packet = packet_cut(walk, PT_CUT);
		else
			set_bad(walk, packet);
		return;
	}
	packet->kind = op->kind;
	packet->len = op->len;
	if (op->check && !op->check(packet, left)) {
		set_bad(walk, packet);
		return;
	}
	if (packet->len > left) {
		*packet = packet_cut(walk, PT_CUT);
		return;
	}
	packet->value = packet_number(packet->bytes + op->at, op->size);
	if (op->finish && !op->finish(packet))
		set_bad(walk, packet);
}

/* A packed address replaces the low bits of the previous address. */
static void unpack_ip(struct packet_walk *walk, struct packet *packet)
{
	unsigned bits = 8 * (unsigned)(packet->len - 1);

	if (packet->index == PT_IP_NONE)
		return;
	if (packet->index == PT_IP_SIGNED48)
		walk->pt.last_ip = packet->value >> 47 ? packet->value | ~bits_low(48)
						       : packet->value;
	else
		walk->pt.last_ip = (walk->pt.last_ip & ~bits_low(bits)) | packet->value;
	if (packet->index == PT_IP_SIGNED48 || packet->index == PT_IP_FULL)
		walk->pt.knows_ip = true;
	packet->more = walk->pt.last_ip;
	packet->more_known = walk->pt.knows_ip;
}

/* Keep what later packets depend on. */
static void note_state(struct packet_walk *walk, struct packet *packet)
{
	if (!in_block[packet->kind])
		walk->pt.item_bytes = 0;
	switch (packet->kind) {
	case PT_PSB:
		walk->pt.last_ip = 0;
		walk->pt.knows_ip = true;
		break;
	case PT_OVF:
		walk->pt.knows_ip = false;
		break;
	case PT_BBP:
		walk->pt.item_bytes = (uint8_t)packet->value;
		break;
	case PT_TIP:
	case PT_TIP_PGE:
	case PT_TIP_PGD:
	case PT_FUP:
		unpack_ip(walk, packet);
		break;
	default:
		break;
	}
}

bool pt_next(struct packet_walk *walk, struct packet *packet)
{
	size_t unsynced;

	if (walk->pos >= walk->len)
		return false;
	unsynced = walk->pt.synced ? 0 : to_psb(walk, walk->pos);
	walk->pt.synced = true;
	if (unsynced)
		*packet = packet_here(walk, PT_UNSYNCED, unsynced);
	else
		parse_packet(walk, packet);
	while (packet->kind == PT_PAD && packet->len < walk->len - walk->pos &&
	       !packet->bytes[packet->len])
		packet->len++;
	note_state(walk, packet);
	walk->pos += packet->len;
	return true;
}

/* Only a PSB ends a run of bytes that are no packets. */
void pt_split(struct packet_walk *walk, const struct packet *packet)
{
	walk->pt.synced = packet->kind != PT_UNSYNCED && packet->kind != PT_BAD;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/bts.h"

enum {
	ENTRY_BYTES = 24,
	FLAG_PREDICTED = 1 << 4
};

bool bts_next(struct packet_walk *walk, struct packet *packet)
{
	size_t left = walk->len - walk->pos;

	if (!left)
		return false;
	if (left < ENTRY_BYTES) {
		*packet = packet_cut(walk, BTS_CUT);
		packet->wrong = "the data end inside an entry";
	} else {
		*packet = packet_here(walk, BTS_BRANCH, ENTRY_BYTES);
		packet->value = packet_number(packet->bytes, 8);
		packet->more = packet_number(packet->bytes + 8, 8);
		packet->index = packet_number(packet->bytes + 16, 8);
		packet->more_known = true;
	}
	walk->pos += packet->len;
	return true;
}

static void text_branch(const struct packet *packet, struct buf *out)
{
	buf_addf(out, "0x%llx -> 0x%llx %s", (unsigned long long)packet->value,
		 (unsigned long long)packet->more,
		 packet->index & FLAG_PREDICTED ? "predicted" : "mispredicted");
	if (packet->index & ~(uint64_t)FLAG_PREDICTED)
		buf_addf(out, ", flags 0x%llx", (unsigned long long)packet->index);
}

const struct packet_kind bts_kinds[BTS_KINDS] = {
	[BTS_BRANCH] = { "branch", text_branch, PACKET_MORE, PACKET_VALUE },
	[BTS_CUT] = { "cut", packet_text_bytes },
};

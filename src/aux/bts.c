/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aux/bts.h"

enum {
	ENTRY_BYTES = 24,
	FLAG_PREDICTED = 1 << 4
};

void bts_init(struct bts *bts, const uint8_t *p, size_t len)
{
	*bts = (struct bts){ .p = p, .len = len };
}

bool bts_next(struct bts *bts, struct packet *packet)
{
	const uint8_t *p = bts->p + bts->pos;
	size_t left = bts->len - bts->pos;

	if (!left)
		return false;
	*packet = (struct packet){ .offset = bts->pos, .bytes = p };
	if (left < ENTRY_BYTES) {
		packet->kind = BTS_CUT;
		packet->len = left;
		packet->cut = true;
		packet->wrong = "the data end inside an entry";
	} else {
		packet->kind = BTS_BRANCH;
		packet->len = ENTRY_BYTES;
		packet->value = packet_number(p, 8);
		packet->more = packet_number(p + 8, 8);
		packet->index = packet_number(p + 16, 8);
	}
	bts->pos += packet->len;
	return true;
}

const char *bts_kind_text(unsigned kind)
{
	return kind == BTS_BRANCH ? "branch" : kind == BTS_CUT ? "cut" : "";
}

void bts_text(const struct packet *packet, struct buf *out)
{
	if (packet->kind == BTS_CUT) {
		buf_addf(out, "%llu bytes", (unsigned long long)packet->len);
		return;
	}
	buf_addf(out, "0x%llx -> 0x%llx %s", (unsigned long long)packet->value,
		 (unsigned long long)packet->more,
		 packet->index & FLAG_PREDICTED ? "predicted" : "mispredicted");
	if (packet->index & ~(uint64_t)FLAG_PREDICTED)
		buf_addf(out, ", flags 0x%llx", (unsigned long long)packet->index);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_BTS_H
#define AUX_BTS_H

#include <stddef.h>

#include "aux/packet.h"
#include "base/buf.h"

/* Entries of Intel's Branch Trace Store: from, to and a word of flags, 24 bytes in each entry. */
enum bts_kind {
	BTS_BRANCH, /* value: from; more: to; index: flags */
	BTS_CUT,
	BTS_KINDS
};

/* A walk. The bytes must not move during it. */
struct bts {
	const uint8_t *p;
	size_t len, pos;
};

void bts_init(struct bts *bts, const uint8_t *p, size_t len);

/* Get the next entry. False at the end. The entries tile the bytes up to there. */
bool bts_next(struct bts *bts, struct packet *packet);

const char *bts_kind_text(unsigned kind);
void bts_text(const struct packet *packet, struct buf *out);

#endif

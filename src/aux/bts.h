/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_BTS_H
#define AUX_BTS_H

#include "aux/packet.h"

/* Entries of Intel's Branch Trace Store: from, to and a word of flags, 24 bytes in each entry. */
enum bts_kind {
	BTS_BRANCH, /* value: from; more: to; index: flags */
	BTS_CUT,
	BTS_KINDS
};

extern const struct packet_kind bts_kinds[BTS_KINDS];

/* Get the next entry. False at the end. The entries tile the bytes up to there. */
bool bts_next(struct packet_walk *walk, struct packet *packet);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_PT_H
#define AUX_PT_H

#include "aux/packet.h"

/*
 * Packets of Intel Processor Trace, one after another. Only a PSB shows where a packet begins: the
 * bytes before the first PSB are one packet of kind PT_UNSYNCED, and bytes that are no packet are a
 * PT_BAD up to the next PSB.
 */
enum pt_kind {
	PT_PAD, /* a run of padding */
	PT_PSB,
	PT_PSBEND,
	PT_TNT,	      /* index: number of bits; value: the bits, 1 for taken, the last one lowest */
	PT_TIP,	      /* index: enum pt_ip; value: the payload; more: the address, if more_known */
	PT_TIP_PGE,   /* as PT_TIP */
	PT_TIP_PGD,   /* as PT_TIP */
	PT_FUP,	      /* as PT_TIP */
	PT_TSC,	      /* value */
	PT_MTC,	      /* value */
	PT_TMA,	      /* value: CTC; more: fast counter */
	PT_CBR,	      /* value: ratio of core to bus clock */
	PT_CYC,	      /* value: cycles */
	PT_MODE_EXEC, /* index: IF; value: 16, 32 or 64, 0 for a reserved one */
	PT_MODE_TSX,  /* index: abort; value: in a transaction */
	PT_PIP,	      /* index: non-root; value: CR3 */
	PT_VMCS,      /* value: address */
	PT_OVF,
	PT_TRACESTOP,
	PT_MNT,	    /* value */
	PT_PTWRITE, /* index: a FUP follows; value */
	PT_EXSTOP,  /* index: a FUP follows */
	PT_MWAIT,   /* index: hints; value: payload; more: extensions */
	PT_PWRE,    /* value: payload */
	PT_PWRX,    /* value: payload */
	PT_BBP,	    /* index: type; value: bytes of an item, 4 or 8 */
	PT_BIP,	    /* index: id; value */
	PT_BEP,	    /* index: a FUP follows */
	PT_CFE,	    /* index: type; value: vector; more: a FUP follows */
	PT_EVD,	    /* index: type; value */
	PT_UNSYNCED,
	PT_BAD,
	PT_CUT,
	PT_KINDS
};

/* The IPBytes field: how an address is packed. */
enum pt_ip {
	PT_IP_NONE = 0,
	PT_IP_LOW16 = 1,
	PT_IP_LOW32 = 2,
	PT_IP_SIGNED48 = 3,
	PT_IP_LOW48 = 4,
	PT_IP_FULL = 6
};

/*
 * The kinds, with texts as perf writes them. Derived values follow after a comma:
 * ", ip 0x401000".
 */
extern const struct packet_kind pt_kinds[PT_KINDS];

/* Get the next packet. False at the end. The packets tile the bytes up to there. */
bool pt_next(struct packet_walk *walk, struct packet *packet);

/* The walk goes on with bytes that belong to this packet, too. */
void pt_split(struct packet_walk *walk, const struct packet *packet);

#endif

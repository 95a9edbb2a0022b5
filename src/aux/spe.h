/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_SPE_H
#define AUX_SPE_H

#include "aux/packet.h"

/*
 * Packets of the Arm Statistical Profiling Extension, one after another. Each sampled operation is
 * a sequence of packets up to SPE_END or SPE_TIMESTAMP.
 */
enum spe_kind {
	SPE_PAD, /* a run of padding */
	SPE_END,
	SPE_TIMESTAMP,	 /* value */
	SPE_EVENTS,	 /* value: a bit for each */
	SPE_DATA_SOURCE, /* value: its meaning depends on the CPU's maker */
	SPE_CONTEXT,	 /* index: exception level; value */
	SPE_OPERATION,	 /* index: enum spe_class; value */
	SPE_ADDRESS,	 /* index: enum spe_address; value: the address and the bits above it */
	SPE_COUNTER,	 /* index: enum spe_counter; value */
	SPE_ALIGNMENT,	 /* value: the next packet's offset is a multiple of it */
	SPE_BAD,	 /* a run of bytes that are no packet */
	SPE_CUT,	 /* the rest of the data, which end inside a packet */
	SPE_KINDS
};

enum spe_class {
	SPE_CLASS_OTHER,
	SPE_CLASS_LDST,
	SPE_CLASS_BRANCH
};

enum spe_address {
	SPE_ADDRESS_PC,
	SPE_ADDRESS_TARGET,
	SPE_ADDRESS_VIRTUAL,
	SPE_ADDRESS_PHYSICAL,
	SPE_ADDRESS_PREVIOUS
};

enum spe_counter {
	SPE_COUNTER_TOTAL,
	SPE_COUNTER_ISSUE,
	SPE_COUNTER_TRANSLATION
};

extern const struct packet_kind spe_kinds[SPE_KINDS];

/* Get the next packet. False at the end. The packets tile the bytes up to there. */
bool spe_next(struct packet_walk *walk, struct packet *packet);

#endif

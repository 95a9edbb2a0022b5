/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_SPE_TEXT_H
#define AUX_SPE_TEXT_H

#include "aux/packet.h"
#include "base/buf.h"

/* Packets of Arm SPE as text: the kind's name and the packet's numbers. */
const char *spe_kind_text(unsigned kind);
void spe_text(const struct packet *packet, struct buf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AUX_PT_TEXT_H
#define AUX_PT_TEXT_H

#include "aux/packet.h"
#include "base/buf.h"

/*
 * Packets of Intel PT as text: the kind's name and the packet's numbers, as perf writes them.
 * Derived values follow after a comma: ", ip 0x401000".
 */
const char *pt_kind_text(unsigned kind);
void pt_text(const struct packet *packet, struct buf *out);

#endif

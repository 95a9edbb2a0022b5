/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_PRINTNET_H
#define TRACING_PRINTNET_H

#include "tracing/printfmt.h"

/*
 * Append an address of a network, or a UUID, as the kernel prints it. op: PRINT_MAC to PRINT_UUID;
 * p has printfmt_address_size() bytes. reverse: the last byte of a MAC or IPv4 address comes first.
 */
void printnet_text(enum print_op op, const uint8_t *p, bool reverse, struct buf *out);

#endif

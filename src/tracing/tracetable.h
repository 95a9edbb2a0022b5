/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACETABLE_H
#define TRACING_TRACETABLE_H

#include "base/buf.h"
#include "wire/tracefmt.h"

/*
 * Append descriptions of formats as bytes, which the process that parsed the texts sends to another
 * one. Both processes are on this machine, so numbers are in its byte order.
 */
void tracetable_put(struct buf *table, const struct tracefmt_desc *desc);

/*
 * Add copies of all formats of a table. Returns false if the bytes are damaged; the formats before
 * the damage are added.
 */
bool tracetable_get(struct tracefmts *formats, const void *table, size_t len);

#endif

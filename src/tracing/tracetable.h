/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACING_TRACETABLE_H
#define TRACING_TRACETABLE_H

#include "base/buf.h"
#include "wire/tracefmt.h"

/*
 * Descriptions of formats as bytes, on their way from the process that parsed the
 * texts. Both ends are on this machine, so numbers are as it has them.
 */
void tracetable_put(struct buf *table, const struct tracefmt_desc *desc);

/* Add all formats of a table. False where the bytes are none; what stands before is added. */
bool tracetable_get(struct tracefmts *formats, const void *table, size_t len);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TRACEFIELDS_H
#define WIRE_TRACEFIELDS_H

#include "wire/decode.h"

/*
 * Append the fields of a sample's tracepoint as "name=value name=value", escaped. Fields that all
 * tracepoints have are left out. False: the record has no fields of its own.
 */
bool tracefields_add(const struct layout *layout, const uint8_t *rec, size_t len, struct buf *out);

#endif

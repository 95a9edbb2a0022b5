/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TRACETEXT_H
#define WIRE_TRACETEXT_H

#include "wire/decode.h"

/*
 * Append the fields of a sample's tracepoint as "name=value name=value", escaped,
 * without those that all tracepoints have. False: the record has no such fields.
 */
bool tracetext_fields(const struct layout *layout, const uint8_t *rec, size_t len, struct buf *out);

#endif

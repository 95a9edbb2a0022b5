/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_BYTESIZE_H
#define BASE_BYTESIZE_H

#include "base/buf.h"

/* Append a size as text: "512 bytes", "128 MiB", "23.5 GiB". */
void bytesize_add(struct buf *buf, uint64_t bytes);

#endif

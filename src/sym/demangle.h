/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DEMANGLE_H
#define SYM_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Append the C++ or Rust name that a compiler has mangled, without parameters. Returns false, and
 * appends nothing, for other names. libiberty is not made for hostile input, so this is for a
 * process with limits.
 */
bool demangle(struct buf *out, const char *name, size_t len);

#endif

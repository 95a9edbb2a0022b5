/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DEMANGLE_H
#define SYM_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * Append the name that a C++ or Rust compiler made this one of, without parameters.
 * False: no such compiler made it, and nothing is appended. By libiberty, which
 * is not made for hostile input: for a process with limits.
 */
bool demangle(struct buf *out, const char *name, size_t len);

#endif

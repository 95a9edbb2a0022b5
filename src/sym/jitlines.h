/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITLINES_H
#define SYM_JITLINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Which lines of source a runtime has made its code of, as it tells in its jitdump (sym/jitdump.h).
 * Code is known by the place of its bytes in the file: an address has other code later. Whatever is
 * in the file: for a process with limits (sym/linehelper.h).
 */
struct jitlines;

/* The descriptor stays the caller's, and is not needed afterwards. NULL: it is no such file. */
struct jitlines *jitlines_open(int fd);
void jitlines_close(struct jitlines *lines);

bool jitlines_empty(const struct jitlines *lines);

/* Append the packed line (sym/srcstack.h) of a byte of code. False: none is known. */
bool jitlines_find(struct jitlines *lines, uint64_t at, struct buf *packed);

#endif

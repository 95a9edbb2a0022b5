/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_JITLINES_H
#define SYM_JITLINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Source lines of generated code, from a jitdump (sym/jitdump.h). Code is identified by the offset
 * of its bytes in the file, because an address can have other code later. The file is untrusted:
 * for a process with limits (sym/linehelper.h).
 */
struct jitlines;

/*
 * Open a jitdump. The caller keeps the descriptor and may close it afterwards. NULL: the file is
 * not a jitdump.
 */
struct jitlines *jitlines_open(int fd);
void jitlines_close(struct jitlines *lines);

bool jitlines_empty(const struct jitlines *lines);

/* Append the packed line (sym/srcstack.h) of a byte of code. Returns false if it is unknown. */
bool jitlines_find(struct jitlines *lines, uint64_t at, struct buf *packed);

#endif

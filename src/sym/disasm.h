/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_DISASM_H
#define SYM_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "sym/machinecode.h"
#include "wire/regs.h"

/*
 * Instructions as text, by capstone where perfnav was built with it: in a process of its own
 * (base/child.h), as the bytes are those of any file. One thread's.
 */
struct disasm;

/* Why there is none: with the package that has capstone, where that is missing. */
const char *disasm_missing(void);

/* Of the architecture that recorded. NULL: capstone is not there or does not know it. */
struct disasm *disasm_open(enum regs_arch arch, bool big);
void disasm_close(struct disasm *disasm);

/*
 * Append the instruction at a byte of the code, whose address is addr. Its bytes; 0: there is none,
 * or a part of one, or none of such code can be shown, and nothing is appended.
 */
size_t disasm_text(struct disasm *disasm, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out);

/* Has the process died of the last piece of code, or taken too long? It has no text then. */
bool disasm_died(const struct disasm *disasm);

#endif

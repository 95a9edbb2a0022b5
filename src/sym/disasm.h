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
 * Instructions as text, by capstone if perfnav was built with it. Capstone runs in a separate
 * process (base/child.h), because the code can come from any file. For one thread.
 */
struct disasm;

/* Return why there is no disassembler; if capstone is missing, with the name of its package. */
const char *disasm_missing(void);

/*
 * Open a disassembler for a recorded architecture. NULL: capstone is missing or does not support
 * it.
 */
struct disasm *disasm_open(enum regs_arch arch, bool big);

/*
 * Start the process now, because that costs less while this process has little memory. The first
 * request starts it otherwise.
 */
void disasm_start(struct disasm *disasm);
void disasm_close(struct disasm *disasm);

/*
 * Append the instruction at an offset of the code; addr is its address. Returns its number of
 * bytes. 0: there is no complete instruction, or such code cannot be shown; nothing is appended.
 */
size_t disasm_text(struct disasm *disasm, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out);

/*
 * Did the process die while it processed the last code, or take too long? The code then has no
 * text.
 */
bool disasm_died(const struct disasm *disasm);

#endif

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

/* Open a disassembler for a recorded architecture. NULL: no capstone supports it. */
struct disasm *disasm_open(enum regs_arch arch, bool big);

/*
 * Start the process now, because that costs less while this process has little memory. The first
 * request starts it otherwise.
 */
void disasm_start(struct disasm *disasm);
void disasm_close(struct disasm *disasm);

/*
 * Request the instructions from an offset of the code on, without waiting for them. addr is the
 * address of this offset. Call disasm_text() with the same arguments next; it makes the request
 * itself if needed.
 */
void disasm_request(struct disasm *disasm, const struct machinecode *code, size_t at,
		    uint64_t addr);

/*
 * Append the instruction at an offset of the code; addr is its address. Returns its number of
 * bytes. 0: there is no complete instruction, or such code cannot be shown; nothing is appended.
 */
size_t disasm_text(struct disasm *disasm, const struct machinecode *code, size_t at, uint64_t addr,
		   struct buf *out);

/*
 * Return why the last code has no text: there is no disassembler, capstone was built without this
 * architecture, or capstone is missing; then the text names its package. NULL: none of these.
 */
const char *disasm_missing(const struct disasm *disasm);

/*
 * Did the process die while it processed the last code, or take too long? The code then has no
 * text.
 */
bool disasm_died(const struct disasm *disasm);

#endif

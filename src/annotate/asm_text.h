/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_ASM_TEXT_H
#define ANNOTATE_ASM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/regs.h"

/* What the text of an instruction states, in capstone's syntax. */

/* The instruction that can follow an instruction. */
enum code_flow {
	CODE_ON,   /* to the next instruction */
	CODE_JUMP, /* to another instruction of the same code (code_line.target) */
	/* outside this code, or to an address that is not in the instruction (indirect) */
	CODE_LEAVE,
	CODE_CALL,
	CODE_RETURN
};

/*
 * Return the flow after an instruction. CODE_LEAVE: also a jump inside the code, whose bounds are
 * not known here.
 */
enum code_flow asm_text_flow(enum regs_arch arch, const char *text);

/* Does the text begin with this mnemonic? */
bool asm_text_is(const char *text, const char *mnemonic);

/* Get the address at the end of a branch, and its offset in the text. */
bool asm_text_branch_target(const char *text, uint64_t *target, size_t *at);

/*
 * Get the address of data. x86 counts it from the next instruction on: "0x2ee3(%rip)",
 * "-8(%rip)".
 */
bool asm_text_data_target(const char *text, uint64_t next, uint64_t *target);

/* Get a constant that may be an address: "movl $0x404010, %edi". */
bool asm_text_constant(const char *text, uint64_t *target);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_PAGEREGS_H
#define ANNOTATE_PAGEREGS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * arm64 makes an address of two instructions: ADRP puts a page into a register, and a later ADD,
 * load or store adds the rest. Which registers have a page is followed from one instruction to the
 * next. Zeroed, no register has one.
 */
enum {
	PAGEREGS = 31 /* x0 to x30 */
};

struct pageregs {
	uint32_t known; /* a bit for each register */
	uint64_t page[PAGEREGS];
};

/*
 * Take the next instruction, as capstone writes it. True: it makes or accesses an address in such a
 * page, which *addr is.
 */
bool pageregs_take(struct pageregs *regs, const char *text, uint64_t *addr);

/* Registers have unknown values after a branch. */
void pageregs_forget(struct pageregs *regs);

#endif

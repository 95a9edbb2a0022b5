/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_PAGEREGS_H
#define ANNOTATE_PAGEREGS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Two instructions of arm64 make an address: ADRP puts a page into a register, and a later ADD,
 * load or store adds the offset. struct pageregs keeps track of the registers that have a page,
 * from one instruction to the next. Zeroed: no register has one.
 */
enum {
	PAGEREGS = 31 /* x0 to x30 */
};

struct pageregs {
	uint32_t known; /* a bit for each register */
	uint64_t page[PAGEREGS];
};

/*
 * Take the next instruction, in capstone's syntax. True: it makes or accesses an address in a known
 * page; *addr gets it.
 */
bool pageregs_take(struct pageregs *regs, const char *text, uint64_t *addr);

/* After a branch, the values of registers are unknown. */
void pageregs_forget(struct pageregs *regs);

#endif
